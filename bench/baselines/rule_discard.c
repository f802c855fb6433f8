/* Throw one number away and divide the other into two positive ones: rule_discard BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE 1024

static int value[SIDE][SIDE], mark[1 << 16], now;

static void look_at(int a, int b) {
    now++;
    for (int k = 1; k < a; k++)
        mark[value[k][a - k]] = now;
    for (int k = 1; k < b; k++)
        mark[value[k][b - k]] = now;
    int mex = 0;
    while (mark[mex] == now)
        mex++;
    value[a][b] = mex;
}

int main(int count, char **argument) {
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]);
    if (bound >= SIDE)
        return 2;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        for (int sum = 0; sum <= 2 * bound; sum++) {
            for (int a = 1; a < sum; a++)
                if (a <= bound && sum - a <= bound)
                    look_at(a, sum - a);
            if (sum <= bound) {
                look_at(0, sum);
                look_at(sum, 0);
            }
        }
        checksum = 0;
        for (int a = 0; a <= bound; a++)
            for (int b = 0; b <= bound; b++)
                checksum = checksum * 31 + value[a][b];
    }
    printf("%llu\n", checksum);
    return 0;
}
