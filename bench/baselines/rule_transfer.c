/* Put some of the first number to the second, or take from the second: rule_transfer BOUND ROUNDS.
   The sum of both never grows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 1024

static int value[SIDE][2 * SIDE], mark[1 << 16];

int main(int count, char **argument) {
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]), now = 0;
    if (bound >= SIDE)
        return 2;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        for (int a = 0; a <= bound; a++)
            for (int b = 0; a + b <= 2 * bound; b++) {
                now++;
                for (int k = 1; k <= a; k++)
                    mark[value[a - k][b + k]] = now;
                for (int k = 1; k <= b; k++)
                    mark[value[a][b - k]] = now;
                int mex = 0;
                while (mark[mex] == now)
                    mex++;
                value[a][b] = mex;
            }
        checksum = 0;
        for (int a = 0; a <= bound; a++)
            for (int b = 0; b <= bound; b++)
                checksum = checksum * 31 + value[a][b];
    }
    printf("%llu\n", checksum);
    return 0;
}
