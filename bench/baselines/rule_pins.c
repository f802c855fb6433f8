/* Kayles on a grid of 5 x 5 pins, knocking down one or two neighbours, a position being a word with
   a bit for each pin, by the definition: rule_pins BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define MOST ((1 << 25) - 1)

static unsigned char value[MOST + 1];

int main(int count, char **argument) {
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]);
    if (bound > MOST)
        return 2;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        checksum = 0;
        for (int m = 0; m <= bound; m++) {
            unsigned long long seen = 0;
            for (int i = 0; i < 25; i++)
                if (m >> i & 1) {
                    seen |= 1ULL << value[m - (1 << i)];
                    if (i % 5 < 4 && m >> (i + 1) & 1)
                        seen |= 1ULL << value[m - (3 << i)];
                    if (i < 20 && m >> (i + 5) & 1)
                        seen |= 1ULL << value[m - (33 << i)];
                }
            int mex = 0;
            while (seen >> mex & 1)
                mex++;
            value[m] = mex;
            checksum = checksum * 31 + mex;
        }
    }
    printf("%llu\n", checksum);
    return 0;
}
