/* Take a power of a prime: lost exactly at the multiples of six. */
#include <stdio.h>

int main(void) {
    int games, n;
    scanf("%d", &games);
    while (games-- > 0 && scanf("%d", &n) == 1)
        puts(n % 6 ? "October wins!" : "Roy wins!");
    return 0;
}
