/* Wythoff's game: is (a, b) the pair (floor(n phi), floor(n phi) + n), n = b - a?
   Floating point is exact enough up to 10^9. */
#include <math.h>
#include <stdio.h>

int main(void) {
    const double phi = (1 + sqrt(5)) / 2;
    long long a, b;
    while (scanf("%lld %lld", &a, &b) == 2) {
        if (a > b) {
            long long swap = a;
            a = b;
            b = swap;
        }
        printf("%d\n", a != (long long)floor((double)(b - a) * phi));
    }
    return 0;
}
