/* Wythoff's game: all winning results, none twice, from a table of the partners of every number. */
#include <stdio.h>

#define MOST 1000000

static int lower[MOST + 1]; /* lower[n]: the smaller heap of the n-th pair */
static int partner[MOST + 1];

int main(void) {
    int a = 0, pairs = 0;
    for (int i = 1; i <= MOST; i++)
        partner[i] = -1;
    for (;;) {
        while (a <= MOST && pairs > 0 && partner[a] >= 0)
            a++;
        if (a > MOST)
            break;
        lower[pairs] = a;
        partner[a] = a + pairs;
        if (a + pairs <= MOST)
            partner[a + pairs] = a;
        pairs++;
    }
    int x, y;
    while (scanf("%d %d", &x, &y) == 2 && (x != 0 || y != 0)) {
        int n = y - x;
        if (n < pairs && lower[n] == x) {
            printf("0\n");
            continue;
        }
        printf("1\n");
        int both = n < pairs && lower[n] < x ? lower[n] : -1;
        if (both >= 0)
            printf("%d %d\n", both, both + n);
        /* From one heap: keep x and find its partner below y, or keep y and find its own below x. A
           result that taking from both has given is not given again. */
        int low_x = partner[x] < x ? partner[x] : x, high_x = partner[x] < x ? x : partner[x];
        int low_y = partner[y];
        int with_x = partner[x] < y && !(low_x == both && high_x == both + n);
        int with_y = x != y && partner[y] < x && !(low_y == both && y == both + n);
        if (with_y && (!with_x || low_y < low_x)) {
            printf("%d %d\n", low_y, y);
            with_y = 0;
        }
        if (with_x)
            printf("%d %d\n", low_x, high_x);
        if (with_y)
            printf("%d %d\n", low_y, y);
    }
    return 0;
}
