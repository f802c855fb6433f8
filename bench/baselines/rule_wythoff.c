/* Wythoff's game by the definition, pairs with a <= b: rule_wythoff BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE 5120

static int value[SIDE][SIDE], mark[4 * SIDE];

static int of_pair(int a, int b) {
    return a <= b ? value[a][b] : value[b][a];
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
            for (int b = a; b <= bound; b++) {
                now++;
                for (int k = 1; k <= a; k++)
                    mark[of_pair(a - k, b)] = now;
                for (int k = 1; k <= b; k++)
                    mark[of_pair(a, b - k)] = now;
                for (int k = 1; k <= a; k++)
                    mark[of_pair(a - k, b - k)] = now;
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
