/* Subtraction games: one table of values per set. */
#include <stdio.h>

#define MOST 10000

static int value[MOST + 1];

int main(void) {
    int k;
    while (scanf("%d", &k) == 1 && k != 0) {
        int set[100], m;
        for (int i = 0; i < k; i++)
            scanf("%d", &set[i]);
        for (int n = 0; n <= MOST; n++) {
            char seen[128] = {0};
            for (int i = 0; i < k; i++)
                if (set[i] <= n)
                    seen[value[n - set[i]]] = 1;
            int mex = 0;
            while (seen[mex])
                mex++;
            value[n] = mex;
        }
        scanf("%d", &m);
        while (m-- > 0) {
            int l, sum = 0;
            scanf("%d", &l);
            while (l-- > 0) {
                int heap;
                scanf("%d", &heap);
                sum ^= value[heap];
            }
            putchar(sum ? 'W' : 'L');
        }
        putchar('\n');
    }
    return 0;
}
