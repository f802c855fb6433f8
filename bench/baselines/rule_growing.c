/* Take at most three more than was last taken, where remainders differ: rule_growing BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE 2048

static unsigned char value[SIDE][SIDE];
static int mark[256], now;

int main(int count, char **argument) {
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]);
    if (bound + 3 >= SIDE)
        return 2;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        for (int n = 0; n <= bound; n++)
            for (int last = 0; last <= bound; last++) {
                int most = n < last + 3 ? n : last + 3;
                now++;
                for (int k = 1; k <= most; k++)
                    if ((n - k) % 3 != k % 5)
                        mark[value[n - k][k]] = now;
                int mex = 0;
                while (mark[mex] == now)
                    mex++;
                value[n][last] = mex;
            }
        checksum = 0;
        for (int n = 0; n <= bound; n++)
            for (int last = 0; last <= bound; last++)
                checksum = checksum * 31 + value[n][last];
    }
    printf("%llu\n", checksum);
    return 0;
}
