/* Rows that lead to columns, and columns that lead to rows: rule_kinds BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define SIDE (1 << 16)

static int row[SIDE], col[SIDE], mark[1 << 20], now;

static int mex(void) {
    int least = 0;
    while (mark[least] == now)
        least++;
    return least;
}

int main(int count, char **argument) {
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]);
    if (bound >= SIDE)
        return 2;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        checksum = 0;
        for (int n = 0; n <= bound; n++) {
            now++;
            for (int k = 1; k <= n / 2; k++)
                mark[row[n - k]] = now;
            col[n] = mex();
            now++;
            for (int k = 1; k <= n; k++)
                mark[row[n - k] ^ col[k]] = now;
            row[n] = mex();
            checksum = checksum * 31 + row[n];
        }
    }
    printf("%llu\n", checksum);
    return 0;
}
