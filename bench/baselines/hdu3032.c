/* Lasker's Nim: 4k+1, 4k+2, 4k+4, 4k+3. */
#include <stdio.h>

int main(void) {
    int cases;
    scanf("%d", &cases);
    while (cases-- > 0) {
        int n;
        unsigned sum = 0;
        scanf("%d", &n);
        while (n-- > 0) {
            unsigned heap;
            scanf("%u", &heap);
            sum ^= heap % 4 == 3 ? heap + 1 : heap % 4 == 0 && heap ? heap - 1 : heap;
        }
        puts(sum ? "Alice" : "Bob");
    }
    return 0;
}
