/* Nim: how many winning moves. */
#include <stdio.h>

static int heap[1000];

int main(void) {
    int n;
    while (scanf("%d", &n) == 1 && n != 0) {
        int sum = 0, moves = 0;
        for (int i = 0; i < n; i++) {
            scanf("%d", &heap[i]);
            sum ^= heap[i];
        }
        for (int i = 0; i < n; i++)
            moves += (heap[i] ^ sum) < heap[i];
        printf("%d\n", moves);
    }
    return 0;
}
