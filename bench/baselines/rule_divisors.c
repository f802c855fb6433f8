/* Take a proper divisor, by the definition: rule_divisors BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 10000000

static unsigned char value[MOST + 1];
static int mark[512];

int main(int count, char **argument) {
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]), now = 0;
    if (bound > MOST)
        return 2;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        checksum = 0;
        for (int n = 0; n <= bound; n++) {
            now++;
            for (int d = 1; (long long)d * d <= n; d++)
                if (n % d == 0) {
                    if (d < n)
                        mark[value[n - d]] = now;
                    if (n / d < n)
                        mark[value[n - n / d]] = now;
                }
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
