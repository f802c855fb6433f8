/* Take 1 to m: lost exactly at the multiples of m + 1. */
#include <stdio.h>

int main(void) {
    int cases, n, m;
    scanf("%d", &cases);
    while (cases-- > 0 && scanf("%d %d", &n, &m) == 2)
        puts(n % (m + 1) ? "first" : "second");
    return 0;
}
