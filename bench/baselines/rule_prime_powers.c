/* Take a prime power, 1 among them, by the definition: rule_prime_powers BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 1000000

static int value[MOST + 1], mark[MOST + 1], power[MOST];
static char composite[MOST + 1], is_power[MOST + 1];

int main(int count, char **argument) {
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]), now = 0, powers = 0;
    if (bound > MOST)
        return 2;
    is_power[1] = 1;
    for (long long p = 2; p <= bound; p++) {
        if (composite[p])
            continue;
        for (long long q = p * p; q <= bound; q += p)
            composite[q] = 1;
        for (long long q = p; q <= bound; q *= p)
            is_power[q] = 1;
    }
    for (int q = 1; q <= bound; q++)
        if (is_power[q])
            power[powers++] = q;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        checksum = 0;
        for (int n = 0; n <= bound; n++) {
            now++;
            for (int i = 0; i < powers && power[i] <= n; i++)
                mark[value[n - power[i]]] = now;
            int mex = 0;
            while (mark[mex] == now)
                mex++;
            value[n] = mex;
            checksum = checksum * 31 + mex;
        }
    }
    printf("%llu\n", checksum);
    return 0;
}
