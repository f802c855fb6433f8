/* Cutting a sheet, a win for whoever makes a 1x1 piece, by the definition: rule_cutting BOUND ROUNDS.
   A sheet from which such a piece can be made is WIN; an option with a WIN in it is left out. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE 1024
#define WIN (-1)
#define OVER (-2)

static int value[SIDE][SIDE], mark[4 * SIDE];

/* Marks the option of two pieces; whether it wins at once. */
static int option(int a, int b, int now) {
    if (a == OVER || b == OVER)
        return 1;
    if (a != WIN && b != WIN)
        mark[a ^ b] = now;
    return 0;
}

static int sheet(int w, int h, int now) {
    if (w == 1 && h == 1)
        return OVER;
    for (int i = 1; i <= w / 2; i++)
        if (option(value[i][h], value[w - i][h], now))
            return WIN;
    for (int i = 1; i <= h / 2; i++)
        if (option(value[w][i], value[w][h - i], now))
            return WIN;
    int mex = 0;
    while (mark[mex] == now)
        mex++;
    return mex;
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
        for (int w = 1; w <= bound; w++)
            for (int h = 1; h <= bound; h++) {
                value[w][h] = sheet(w, h, ++now);
                checksum = checksum * 31 + (unsigned long long)(long long)value[w][h];
            }
    }
    printf("%llu\n", checksum);
    return 0;
}
