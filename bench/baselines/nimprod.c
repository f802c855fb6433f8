/* Nim-products below 2^64: Conway's recursion with three products a level, on a table for bytes. */
#include <stdio.h>

typedef unsigned long long word;

static unsigned char table[256][256];

static word product(word a, word b, int bits) {
    if (a < 2 || b < 2)
        return a * b;
    if (bits == 8 && table[a][b])
        return table[a][b];
    int half = bits / 2;
    word mask = ((word)1 << half) - 1;
    word low = product(a & mask, b & mask, half);
    word high = product(a >> half, b >> half, half);
    word both = product((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), half);
    return (both ^ low) << half ^ low ^ product(high, (word)1 << (half - 1), half);
}

int main(void) {
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 256; b++)
            table[a][b] = product(a, b, 8);
    int cases;
    word a, b;
    scanf("%d", &cases);
    while (cases-- > 0 && scanf("%llu %llu", &a, &b) == 2)
        printf("%llu\n", product(a, b, 64));
    return 0;
}
