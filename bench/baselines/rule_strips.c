/* Strips of three lengths by the definition: rule_strips A B C BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned value[131072], mark[65536];

int main(int count, char **argument) {
    if (count != 6)
        return 2;
    unsigned length[3], bound = atoi(argument[4]), rounds = atoi(argument[5]);
    for (int i = 0; i < 3; i++)
        length[i] = atoi(argument[1 + i]);
    if (bound >= 131072)
        return 2;
    unsigned long long checksum = 0;
    for (unsigned round = 0; round < rounds; round++) {
        memset(mark, 0, sizeof mark);
        checksum = 0;
        for (unsigned p = 1; p <= bound; p++) {
            for (int i = 0; i < 3; i++) {
                if (p < length[i])
                    continue;
                unsigned rest = p - length[i];
                for (unsigned a = 0; a <= rest / 2; a++)
                    mark[value[a] ^ value[rest - a]] = p;
            }
            unsigned mex = 0;
            while (mark[mex] == p)
                mex++;
            value[p] = mex;
            checksum = checksum * 31 + mex;
        }
    }
    printf("%llu\n", checksum);
    return 0;
}
