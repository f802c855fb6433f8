/* Take a power of two: lost exactly at the multiples of three. */
#include <stdio.h>

int main(void) {
    int n;
    while (scanf("%d", &n) == 1)
        puts(n % 3 ? "Kiki" : "Cici");
    return 0;
}
