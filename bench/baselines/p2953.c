/* Subtract the largest digit or the smallest that is not zero: a table of outcomes. */
#include <stdio.h>

static char wins[1000001];

int main(void) {
    for (int n = 1; n <= 1000000; n++) {
        int largest = 0, smallest = 9;
        for (int rest = n; rest > 0; rest /= 10) {
            int digit = rest % 10;
            if (digit > largest)
                largest = digit;
            if (digit > 0 && digit < smallest)
                smallest = digit;
        }
        wins[n] = !wins[n - largest] || !wins[n - smallest];
    }
    int games, n;
    scanf("%d", &games);
    while (games-- > 0 && scanf("%d", &n) == 1)
        puts(wins[n] ? "YES" : "NO");
    return 0;
}
