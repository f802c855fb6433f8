/* Count on by 1, 3 or 4, or to the double, up to a target of twenty million: rule_target BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define TARGET 20000000

static unsigned char value[TARGET + 1];

int main(int count, char **argument) {
    static const int steps[3] = {1, 3, 4};
    if (count != 3)
        return 2;
    int bound = atoi(argument[1]), rounds = atoi(argument[2]);
    if (bound > TARGET)
        return 2;
    unsigned long long checksum = 0;
    while (rounds-- > 0) {
        for (int n = TARGET; n >= 0; n--) {
            int marks = 0;
            for (int i = 0; i < 3; i++)
                if (n + steps[i] <= TARGET)
                    marks |= 1 << value[n + steps[i]];
            if (n > 0 && 2 * n <= TARGET)
                marks |= 1 << value[2 * n];
            value[n] = __builtin_ctz(~marks);
        }
        checksum = 0;
        for (int n = 0; n <= bound; n++)
            checksum = checksum * 31 + value[n];
    }
    printf("%llu\n", checksum);
    return 0;
}
