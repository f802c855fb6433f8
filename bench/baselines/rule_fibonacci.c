/* Fibonacci Nim as pairs of the heap and the most that may be taken, by the definition, limits up
   to twice the bound: rule_fibonacci BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE 2048

static int value[SIDE][2 * SIDE], mark[4 * SIDE];

int main(int count, char **argument) {
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]), now = 0;
    if (bound >= SIDE)
        return 2;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        checksum = 0;
        for (int n = 0; n <= bound; n++)
            for (int q = 0; q <= 2 * bound; q++) {
                now++;
                for (int k = 1; k <= n && k <= q; k++)
                    mark[value[n - k][2 * k]] = now;
                int mex = 0;
                while (mark[mex] == now)
                    mex++;
                value[n][q] = mex;
                checksum = checksum * 31 + mex;
            }
    }
    printf("%llu\n", checksum);
    return 0;
}
