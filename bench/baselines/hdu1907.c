/* Misere Nim: the nim-sum decides unless no heap exceeds one. */
#include <stdio.h>

int main(void) {
    int cases;
    scanf("%d", &cases);
    while (cases-- > 0) {
        int n, sum = 0, large = 0;
        scanf("%d", &n);
        for (int i = 0; i < n; i++) {
            int heap;
            scanf("%d", &heap);
            sum ^= heap;
            large |= heap > 1;
        }
        puts((large ? sum != 0 : sum == 0) ? "John" : "Brother");
    }
    return 0;
}
