/* One number becomes seven proper bit-subsets of itself. The value depends on the number of
   one-bits; V[j] is the set of nim-sums of j values so far, as bits. V[j] grows by V[j-1] with every
   member xored by the new value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLD 7

typedef unsigned long long word;

static word *sums[FOLD + 1];
static size_t words = 1;

static word shuffle(word bits, word by) {
    static const word lower[6] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                  0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    for (int digit = 0; digit < 6; digit++)
        if (by >> digit & 1)
            bits = (bits & lower[digit]) << (1 << digit) | (bits >> (1 << digit) & lower[digit]);
    return bits;
}

static void add(word value) {
    size_t wanted = words;
    while (value / 64 >= wanted)
        wanted *= 2;
    if (wanted > words) {
        for (int j = 0; j <= FOLD; j++) {
            sums[j] = realloc(sums[j], wanted * sizeof(word));
            if (sums[j] == NULL)
                exit(1);
            memset(sums[j] + words, 0, (wanted - words) * sizeof(word));
        }
        words = wanted;
    }
    for (int j = FOLD; j > 0; j--)
        for (size_t w = 0; w < words; w++)
            sums[j][w] |= shuffle(sums[j - 1][w ^ value / 64], value % 64);
}

int main(void) {
    static word number[100000];
    word value[65] = {0};
    int n, most = 0;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        scanf("%llu", &number[i]);
        int ones = __builtin_popcountll(number[i]);
        if (ones > most)
            most = ones;
    }
    for (int j = 0; j <= FOLD; j++)
        sums[j] = calloc(1, sizeof(word));
    for (int j = 0; j <= FOLD; j++)
        sums[j][0] = 1;
    size_t from = 0;
    for (int k = 1; k <= most; k++) {
        while (from < words && sums[FOLD][from] == ~0ULL)
            from++;
        value[k] = from * 64 + (from < words ? __builtin_ctzll(~sums[FOLD][from]) : 0);
        add(value[k]);
    }
    word sum = 0;
    for (int i = 0; i < n; i++)
        sum ^= value[__builtin_popcountll(number[i])];
    puts(sum ? "B" : "L");
    return 0;
}
