/* Heaps with a limit each: the value is p mod (m + 1). */
#include <stdio.h>

int main(void) {
    int n;
    long long m, p, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%lld %lld", &m, &p) == 2)
        sum ^= p % (m + 1);
    puts(sum ? "N" : "P");
    return 0;
}
