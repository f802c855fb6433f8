/* Nim on four heaps with a pass that one player may use once, while a counter is left, by the
   definition: rule_pass BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE 48

static int value[SIDE][SIDE][SIDE][SIDE][2], mark[8 * SIDE];

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
                for (int c = 0; c <= bound; c++)
                    for (int d = 0; d <= bound; d++)
                        for (int p = 0; p < 2; p++) {
                            int mex = 0;
                            now++;
                            for (int k = 0; k < a; k++)
                                mark[value[k][b][c][d][p]] = now;
                            for (int k = 0; k < b; k++)
                                mark[value[a][k][c][d][p]] = now;
                            for (int k = 0; k < c; k++)
                                mark[value[a][b][k][d][p]] = now;
                            for (int k = 0; k < d; k++)
                                mark[value[a][b][c][k][p]] = now;
                            if (p == 1 && a + b + c + d > 0)
                                mark[value[a][b][c][d][0]] = now;
                            while (mark[mex] == now)
                                mex++;
                            value[a][b][c][d][p] = mex;
                            checksum = checksum * 31 + mex;
                        }
    }
    printf("%llu\n", checksum);
    return 0;
}
