/* The values of Lasker's Nim: 4k+1, 4k+2, 4k+4, 4k+3. */
#include <stdio.h>

int main(void) {
    int n;
    scanf("%d", &n);
    for (int i = 1; i <= n; i++)
        printf("%d: %d\n", i, i % 4 == 3 ? i + 1 : i % 4 == 0 ? i - 1 : i);
    return 0;
}
