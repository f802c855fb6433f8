/* A rule without structure, by the definition: rule_plain BOUND ROUNDS. From (a, b) take k and l,
   which must share a binary digit. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE 512

static int value[SIDE][SIDE], mark[SIDE * SIDE];

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
                for (int k = 1; k <= a; k++)
                    for (int l = 1; l <= b; l++)
                        if ((k & l) != 0)
                            mark[value[a - k][b - l]] = now;
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
