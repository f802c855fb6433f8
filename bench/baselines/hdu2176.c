/* Nim: every pile that can be reduced with a win, and to what. */
#include <stdio.h>

static unsigned pile[200000];

int main(void) {
    int m;
    while (scanf("%d", &m) == 1 && m != 0) {
        unsigned sum = 0;
        for (int i = 0; i < m; i++) {
            scanf("%u", &pile[i]);
            sum ^= pile[i];
        }
        if (sum == 0) {
            printf("No\n");
            continue;
        }
        printf("Yes\n");
        for (int i = 0; i < m; i++)
            if ((pile[i] ^ sum) < pile[i])
                printf("%u %u\n", pile[i], pile[i] ^ sum);
    }
    return 0;
}
