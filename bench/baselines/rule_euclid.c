/* Euclid's game by the definition, pairs with a <= b: rule_euclid BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE 8192

static int value[SIDE][SIDE], mark[2 * SIDE];

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
                if (a > 0)
                    for (int rest = b - a; rest >= 0; rest -= a)
                        mark[rest <= a ? value[rest][a] : value[a][rest]] = now;
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
