/* Take from the second number, or replace the component by two with less of the first, not a multiple
   of 3, each chosen freely: rule_pairs BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE 512

static int value[SIDE][SIDE], mark[1 << 16];

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
            for (int b = 0; b <= bound; b++) {
                now++;
                for (int i = 0; i < a; i++)
                    if (i % 3 > 0)
                        for (int j = i; j < a; j++)
                            if (j % 3 > 0)
                                mark[value[i][b] ^ value[j][b]] = now;
                for (int k = 1; k <= b; k++)
                    mark[value[a][b - k]] = now;
                int mex = 0;
                while (mark[mex] == now)
                    mex++;
                value[a][b] = mex;
                checksum = checksum * 31 + mex;
            }
    }
    printf("%llu\n", checksum);
    return 0;
}
