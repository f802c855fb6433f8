/* Subtract the largest digit or the smallest that is not zero, by the definition:
   rule_digits BOUND ROUNDS. */
#include <stdio.h>
#include <stdlib.h>

#define MOST 100000000

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
        for (int n = 1; n <= bound; n++) {
            int largest = 0, smallest = 9;
            for (int rest = n; rest > 0; rest /= 10) {
                int digit = rest % 10;
                if (digit > largest)
                    largest = digit;
                if (digit > 0 && digit < smallest)
                    smallest = digit;
            }
            int a = value[n - largest], b = value[n - smallest], mex = 0;
            while (a == mex || b == mex)
                mex++;
            value[n] = mex;
            checksum = checksum * 31 + mex;
        }
    }
    printf("%llu\n", checksum);
    return 0;
}
