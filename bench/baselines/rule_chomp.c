/* Chomp with three rows that do not grow, the last square not eaten, by the definition:
   rule_chomp BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE 256

static int value[SIDE][SIDE][SIDE], mark[4 * SIDE];

static int min(int a, int b) {
    return a < b ? a : b;
}

int main(int count, char **argument) {
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]), now = 0;
    if (bound >= SIDE)
        return 2;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        checksum = 0;
        for (int a = 0; a <= bound; a++)
            for (int b = 0; b <= bound; b++)
                for (int c = 0; c <= bound; c++) {
                    int mex = 0;
                    now++;
                    if (a >= b && b >= c) {
                        for (int k = 1; k < a; k++)
                            mark[value[k][min(b, k)][min(c, k)]] = now;
                        for (int k = 0; k < b; k++)
                            mark[value[a][k][min(c, k)]] = now;
                        for (int k = 0; k < c; k++)
                            mark[value[a][b][k]] = now;
                        while (mark[mex] == now)
                            mex++;
                    }
                    value[a][b][c] = mex;
                    checksum = checksum * 31 + mex;
                }
    }
    printf("%llu\n", checksum);
    return 0;
}
