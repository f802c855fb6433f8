/* Strips on a board: the table of values up to the longest board asked for. */
#include <stdio.h>

static int value[1000001], board[1000000], mark[4096];

int main(void) {
    int length[3], m, longest = 0;
    scanf("%d %d %d %d", &length[0], &length[1], &length[2], &m);
    for (int i = 0; i < m; i++) {
        scanf("%d", &board[i]);
        if (board[i] > longest)
            longest = board[i];
    }
    for (int p = 1; p <= longest; p++) {
        for (int s = 0; s < 3; s++)
            for (int a = 0; a <= (p - length[s]) / 2 && length[s] <= p; a++)
                mark[value[a] ^ value[p - length[s] - a]] = p;
        while (mark[value[p]] == p)
            value[p]++;
    }
    for (int i = 0; i < m; i++)
        puts(value[board[i]] ? "1" : "2");
    return 0;
}
