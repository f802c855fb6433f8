/* Replace a heap by three smaller ones, each chosen freely, or take one: rule_triples BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 400

static int value[MOST], mark[1 << 22];

int main(int count, char **argument) {
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]), now = 0;
    if (bound >= MOST)
        return 2;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        checksum = 0;
        for (int n = 0; n <= bound; n++) {
            now++;
            for (int i = 0; i < n; i++)
                for (int j = i; j < n; j++) {
                    int two = value[i] ^ value[j];
                    for (int k = j; k < n; k++)
                        mark[two ^ value[k]] = now;
                }
            if (n > 0)
                mark[value[n - 1]] = now;
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
