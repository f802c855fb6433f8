/* A knight that comes nearer to the corner: rule_leaper BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE 4096

static unsigned char value[SIDE][SIDE];

int main(int count, char **argument) {
    static const int step[4][2] = {{-2, -1}, {-1, -2}, {1, -2}, {-2, 1}};
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]);
    if (2 * bound >= SIDE)
        return 2;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        for (int sum = 0; sum <= 2 * bound; sum++)
            for (int a = 0; a <= sum; a++) {
                int b = sum - a, marks = 0;
                for (int i = 0; i < 4; i++) {
                    int c = a + step[i][0], d = b + step[i][1];
                    if (c >= 0 && d >= 0)
                        marks |= 1 << value[c][d];
                }
                value[a][b] = __builtin_ctz(~marks);
            }
        checksum = 0;
        for (int a = 0; a <= bound; a++)
            for (int b = 0; b <= bound; b++)
                checksum = checksum * 31 + value[a][b];
    }
    printf("%llu\n", checksum);
    return 0;
}
