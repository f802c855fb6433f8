/* Fibonacci Nim: lost exactly at the Fibonacci numbers. */
#include <stdio.h>

int main(void) {
    long long n;
    while (scanf("%lld", &n) == 1 && n != 0) {
        long long small = 1, large = 2;
        while (large < n) {
            large += small;
            small = large - small;
        }
        puts(large == n ? "Second win" : "First win");
    }
    return 0;
}
