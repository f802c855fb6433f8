/* Take a Fibonacci number from one of three heaps: one table of values. */
#include <stdio.h>

static int value[1001];

int main(void) {
    for (int n = 1; n <= 1000; n++) {
        char seen[32] = {0};
        for (int small = 1, large = 2; small <= n; large += small, small = large - small)
            seen[value[n - small]] = 1;
        while (seen[value[n]])
            value[n]++;
    }
    int m, n, p;
    while (scanf("%d %d %d", &m, &n, &p) == 3 && (m || n || p))
        puts(value[m] ^ value[n] ^ value[p] ? "Fibo" : "Nacci");
    return 0;
}
