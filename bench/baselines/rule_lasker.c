/* Lasker's Nim by the definition: rule_lasker BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned value[16384], mark[32768];

int main(int count, char **argument) {
    if (count != 3)
        return 2;
    unsigned bound = atoi(argument[1]), rounds = atoi(argument[2]);
    if (bound >= 16384)
        return 2;
    unsigned long long checksum = 0;
    for (unsigned round = 0; round < rounds; round++) {
        memset(mark, 0, sizeof mark);
        checksum = 0;
        for (unsigned n = 1; n <= bound; n++) {
            for (unsigned k = 0; k < n; k++)
                mark[value[k]] = n;
            for (unsigned a = 1; a <= n / 2; a++)
                mark[value[a] ^ value[n - a]] = n;
            unsigned mex = 0;
            while (mark[mex] == n)
                mex++;
            value[n] = mex;
            checksum = checksum * 31 + mex;
        }
    }
    printf("%llu\n", checksum);
    return 0;
}
