/* Tokens on an acyclic graph: values by memoised depth-first search over an edge list. */
#include <stdio.h>
#include <string.h>

static int value[1000], first[1001], target[1000000];

static int search(int from) {
    if (value[from] >= 0)
        return value[from];
    char seen[1001] = {0};
    for (int e = first[from]; e < first[from + 1]; e++)
        seen[search(target[e])] = 1;
    int mex = 0;
    while (seen[mex])
        mex++;
    return value[from] = mex;
}

int main(void) {
    int n;
    while (scanf("%d", &n) == 1) {
        int edges = 0, tokens;
        for (int i = 0; i < n; i++) {
            int k;
            scanf("%d", &k);
            first[i] = edges;
            while (k-- > 0)
                scanf("%d", &target[edges++]);
        }
        first[n] = edges;
        memset(value, -1, sizeof value);
        while (scanf("%d", &tokens) == 1 && tokens != 0) {
            int sum = 0;
            while (tokens-- > 0) {
                int place;
                scanf("%d", &place);
                sum ^= search(place);
            }
            puts(sum ? "WIN" : "LOSE");
        }
    }
    return 0;
}
