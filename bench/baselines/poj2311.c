/* Cutting a sheet: no cut that leaves a side of 1, for that gives the win away; then mex. */
#include <stdio.h>

static int value[201][201];

int main(void) {
    for (int w = 2; w <= 200; w++)
        for (int h = 2; h <= 200; h++) {
            char seen[256] = {0};
            for (int i = 2; i <= w - i; i++)
                seen[value[i][h] ^ value[w - i][h]] = 1;
            for (int i = 2; i <= h - i; i++)
                seen[value[w][i] ^ value[w][h - i]] = 1;
            while (seen[value[w][h]])
                value[w][h]++;
        }
    int w, h;
    while (scanf("%d %d", &w, &h) == 2)
        puts(value[w][h] ? "WIN" : "LOSE");
    return 0;
}
