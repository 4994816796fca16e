/* A plainer solver of Mahjong Connect, kept as it was measured: the baseline of bench/connect.py. It decides how a group
 * is paired, refutes with a relaxation in which every pairing still possible may be played at once, explains a failure
 * by a minimal set of decisions, jumps back and remembers it; the decisions follow from which groups failed. Reads a deal
 * of 18 x 8 slots a line from standard input (the group of each slot, 0 to 35). Prints for each deal its verdict (1
 * clearable, 0 dead, -1 undecided), its CPU time in nanoseconds, and its nodes. Build: gcc -O2 -o connect connect.c */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef unsigned __int128 set;

#define W 18
#define H 8
#define NG (W * H / 4)
#define NODES 2000000
#define KEPT 200000

typedef struct {
    u8 r[NG][4], c[NG][4];
} Deal;
typedef struct {
    u32 row[H + 2], col[W + 2];
    u8 alive[NG], dom[NG];
    int left;
} State;
typedef struct {
    u8 n;
    u8 lit[NG];
} Nogood;

static const u8 PA[6] = {0, 0, 0, 1, 1, 2}, PB[6] = {1, 2, 3, 2, 3, 3};
static const u8 MP[3][2] = {{0, 5}, {1, 4}, {2, 3}};
static const u8 PM[6] = {0, 1, 2, 2, 1, 0};

static Deal deal;
static State root;
static u64 seed0, seed1, nodes, budget;
static u8 decided[NG], chosen[NG], is_decided[NG * 3];
static int depth;
static double weight[NG];
static Nogood *nogoods;
static int kept, *watch[NG * 3], watching[NG * 3], room[NG * 3];

static u64 next(void) {
    u64 a = seed0, b = seed1;
    seed0 = b;
    a ^= a << 23;
    seed1 = a ^ b ^ (a >> 17) ^ (b >> 26);
    return seed1 + b;
}

static void seed(u64 x) {
    seed0 = x * 0x9E3779B97F4A7C15ULL + 1;
    seed1 = x ^ 0xD1B54A32D192ED03ULL;
    for (int i = 0; i < 20; i++)
        next();
}

static int below(int n) {
    return (int)((u64)(u32)next() * (u64)n >> 32);
}

static u32 reach(u32 line, int p, int n) {
    u32 hi = (line >> p) >> 1, lo = line & ((1u << p) - 1);
    int e = hi ? p + 1 + __builtin_ctz(hi) : n, b = lo ? 32 - __builtin_clz(lo) : 0;
    return (u32)(((u64)1 << e) - ((u64)1 << b));
}

static int joins(const u32 *row, const u32 *col, int r1, int c1, int r2, int c2) {
    if (r1 == r2 && abs(c1 - c2) == 1)
        return 1;
    if (c1 == c2 && abs(r1 - r2) == 1)
        return 1;
    u32 h = reach(row[r1], c1, W + 2) & reach(row[r2], c2, W + 2);
    if (h) {
        int a = r1 < r2 ? r1 : r2, b = r1 < r2 ? r2 : r1;
        u32 o = 0;
        for (int t = a + 1; t < b; t++)
            o |= row[t];
        if (h & ~o)
            return 1;
    }
    u32 v = reach(col[c1], r1, H + 2) & reach(col[c2], r2, H + 2);
    if (v) {
        int a = c1 < c2 ? c1 : c2, b = c1 < c2 ? c2 : c1;
        u32 o = 0;
        for (int t = a + 1; t < b; t++)
            o |= col[t];
        if (v & ~o)
            return 1;
    }
    return 0;
}

static int joined(const State *s, int g, int p) {
    const u8 *r = deal.r[g], *c = deal.c[g];
    return joins(s->row, s->col, r[PA[p]], c[PA[p]], r[PB[p]], c[PB[p]]);
}

static void clear(u32 *row, u32 *col, int g, int i) {
    row[deal.r[g][i]] &= ~(1u << deal.c[g][i]);
    col[deal.c[g][i]] &= ~(1u << deal.r[g][i]);
}

static void take(State *s, int g, int a, int b) {
    clear(s->row, s->col, g, a);
    clear(s->row, s->col, g, b);
    s->alive[g] &= ~(1 << a | 1 << b);
    s->left -= 2;
}

/* Safe moves: the last pair of a group, a pairing that is decided, or a whole group at once. */
static void closure(State *s) {
    int changed;
    do {
        changed = 0;
        for (int g = 0; g < NG; g++) {
            int al = s->alive[g];
            if (!al)
                continue;
            const u8 *r = deal.r[g], *c = deal.c[g];
            if (al != 15) {
                int a = __builtin_ctz(al), b = 31 - __builtin_clz(al);
                if (joins(s->row, s->col, r[a], c[a], r[b], c[b])) {
                    take(s, g, a, b);
                    changed = 1;
                }
                continue;
            }
            int k = s->dom[g];
            for (int m = 0; m < 3; m++) {
                if (!(k >> m & 1))
                    continue;
                int p = MP[m][0], q = MP[m][1];
                int x = joined(s, g, p), y = x ? 0 : joined(s, g, q);
                if (!x && !y)
                    continue;
                if (!x) {
                    int t = p;
                    p = q;
                    q = t;
                }
                if (k == 1 << m) {
                    take(s, g, PA[p], PB[p]);
                    changed = 1;
                    break;
                }
                State z;
                memcpy(&z, s, offsetof(State, alive));
                clear(z.row, z.col, g, PA[p]);
                clear(z.row, z.col, g, PB[p]);
                if (joins(z.row, z.col, r[PA[q]], c[PA[q]], r[PB[q]], c[PB[q]])) {
                    take(s, g, PA[p], PB[p]);
                    take(s, g, PA[q], PB[q]);
                    changed = 1;
                    break;
                }
            }
        }
    } while (changed && s->left);
}

/* Every pairing still possible is played at once; what it does not reach is cut from the domains. 0: proved dead. */
static int relax(State *s) {
    for (;;) {
        u32 row[H + 2], col[W + 2];
        u8 e[NG] = {0}, gone[NG];
        memcpy(row, s->row, sizeof row);
        memcpy(col, s->col, sizeof col);
        for (int g = 0; g < NG; g++)
            gone[g] = ~s->alive[g] & 15;
        int changed;
        do {
            changed = 0;
            for (int g = 0; g < NG; g++) {
                int al = s->alive[g];
                if (!al)
                    continue;
                const u8 *r = deal.r[g], *c = deal.c[g];
                for (int p = 0; p < 6; p++) {
                    int a = PA[p], b = PB[p];
                    if (e[g] >> p & 1 || !(al >> a & 1) || !(al >> b & 1))
                        continue;
                    if (al == 15 && !(s->dom[g] >> PM[p] & 1))
                        continue;
                    if (joins(row, col, r[a], c[a], r[b], c[b])) {
                        e[g] |= 1 << p;
                        if (!(gone[g] >> a & 1)) {
                            gone[g] |= 1 << a;
                            clear(row, col, g, a);
                        }
                        if (!(gone[g] >> b & 1)) {
                            gone[g] |= 1 << b;
                            clear(row, col, g, b);
                        }
                        changed = 1;
                    }
                }
            }
        } while (changed);
        int cut = 0;
        for (int g = 0; g < NG; g++) {
            int al = s->alive[g];
            if (!al)
                continue;
            if (al != 15) {
                if (gone[g] != 15)
                    return 0;
                continue;
            }
            int k = s->dom[g], left = 0;
            for (int m = 0; m < 3; m++)
                if (k >> m & 1 && e[g] >> MP[m][0] & 1 && e[g] >> MP[m][1] & 1)
                    left |= 1 << m;
            if (!left)
                return 0;
            if (left != k) {
                s->dom[g] = left;
                cut = 1;
            }
        }
        if (!cut)
            return 1;
    }
}

/* Both to the end: 0 dead, 1 open, 2 solved. */
static int settle(State *s) {
    for (;;) {
        closure(s);
        if (!s->left)
            return 2;
        u8 k[NG];
        memcpy(k, s->dom, NG);
        if (!relax(s))
            return 0;
        if (!memcmp(k, s->dom, NG))
            return 1;
    }
}

static int play_out(State s) {
    for (;;) {
        u8 able[NG * 6][2];
        int n = 0;
        closure(&s);
        if (!s.left)
            return 1;
        for (int g = 0; g < NG; g++)
            if (s.alive[g] == 15)
                for (int p = 0; p < 6; p++)
                    if (s.dom[g] >> PM[p] & 1 && joined(&s, g, p)) {
                        able[n][0] = g;
                        able[n++][1] = p;
                    }
        if (!n)
            return 0;
        int i = below(n);
        take(&s, able[i][0], PA[able[i][1]], PB[able[i][1]]);
    }
}

static void remember(set groups) {
    if (kept >= KEPT)
        return;
    Nogood *x = &nogoods[kept];
    x->n = 0;
    for (int i = 0; i < depth; i++)
        if (groups >> decided[i] & 1)
            x->lit[x->n++] = decided[i] * 3 + chosen[i];
    if (x->n > 14 || !x->n)
        return;
    for (int i = 0; i < x->n; i++) {
        int l = x->lit[i];
        if (watching[l] == room[l]) {
            room[l] = room[l] ? room[l] * 2 : 16;
            watch[l] = realloc(watch[l], sizeof(int) * room[l]);
        }
        watch[l][watching[l]++] = kept;
    }
    kept++;
}

static int known(int l, set *why) {
    for (int i = watching[l] - 1; i >= 0; i--) {
        Nogood *x = &nogoods[watch[l][i]];
        int holds = 1;
        for (int j = 0; j < x->n && holds; j++)
            holds = x->lit[j] == l || is_decided[x->lit[j]];
        if (holds) {
            *why = 0;
            for (int j = 0; j < x->n; j++)
                *why |= (set)1 << x->lit[j] / 3;
            return 1;
        }
    }
    return 0;
}

static int refuted_by(set keep) {
    State z = root;
    for (int i = 0; i < depth; i++)
        if (keep >> i & 1)
            z.dom[decided[i]] &= 1 << chosen[i];
    return !relax(&z);
}

static set explain(void) {
    set keep = ((set)1 << depth) - 1, groups = 0;
    if (refuted_by(keep)) {
        int step = depth > 6 ? depth / 3 : 1;
        for (int i = 0; i < depth;) {
            int j = i + step < depth ? i + step : depth;
            if (j > i + 1) {
                set t = keep;
                for (int k = i; k < j; k++)
                    t &= ~((set)1 << k);
                if (t != keep && refuted_by(t))
                    keep = t;
            }
            i = j;
        }
        for (int i = 0; i < depth; i++)
            if (keep >> i & 1 && refuted_by(keep & ~((set)1 << i)))
                keep &= ~((set)1 << i);
    }
    for (int i = 0; i < depth; i++)
        if (keep >> i & 1) {
            groups |= (set)1 << decided[i];
            weight[decided[i]] += 1;
        }
    return groups;
}

static int search(const State *s, set *conflict) {
    if (++nodes > budget)
        return -1;
    if (nodes > 1 && play_out(*s))
        return 1;
    int g = -1;
    double best = -1;
    for (int k = 0; k < NG; k++) {
        int d = s->dom[k], live = 0;
        if (s->alive[k] != 15 || !(d & (d - 1)))
            continue;
        for (int p = 0; p < 6 && !live; p++)
            live = d >> PM[p] & 1 && joined(s, k, p);
        double score = weight[k] + (live ? 1000 : 0) + (__builtin_popcount(d) == 2 ? 0.5 : 0);
        if (score > best) {
            best = score;
            g = k;
        }
    }
    if (g < 0) {
        *conflict = explain();
        return 0;
    }
    set all = 0;
    State child[3];
    int status[3], order[3] = {0, 1, 2};
    for (int m = 0; m < 3; m++) {
        status[m] = 0;
        if (!(root.dom[g] >> m & 1) || !(s->dom[g] >> m & 1))
            continue;
        child[m] = *s;
        child[m].dom[g] = 1 << m;
        status[m] = settle(&child[m]);
        if (status[m] == 2)
            return 1;
    }
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 3; j++) {
            int a = order[i], b = order[j];
            if ((status[b] == 1 ? child[b].left : -1) < (status[a] == 1 ? child[a].left : -1)) {
                order[i] = b;
                order[j] = a;
            }
        }
    for (int i = 0; i < 3; i++) {
        int m = order[i], l = g * 3 + m, q = 0;
        if (!(root.dom[g] >> m & 1))
            continue;
        set c = 0;
        if (known(l, &c)) {
            for (int k = 0; k < NG; k++)
                if (c >> k & 1)
                    weight[k] += 0.5;
        } else {
            decided[depth] = g;
            chosen[depth++] = m;
            is_decided[l] = 1;
            if (status[m] != 1) {
                c = explain();
                remember(c);
            } else
                q = search(&child[m], &c);
            is_decided[l] = 0;
            depth--;
            if (q)
                return q;
        }
        if (!(c >> g & 1)) {
            *conflict = c;
            return 0;
        }
        all |= c;
    }
    all &= ~((set)1 << g);
    remember(all);
    *conflict = all;
    return 0;
}

static int solve(void) {
    u64 total = 0;
    memset(&root, 0, sizeof root);
    for (int r = 1; r <= H; r++)
        for (int c = 1; c <= W; c++) {
            root.row[r] |= 1u << c;
            root.col[c] |= 1u << r;
        }
    memset(root.alive, 15, NG);
    memset(root.dom, 7, NG);
    memset(watching, 0, sizeof watching);
    memset(weight, 0, sizeof weight);
    root.left = W * H;
    kept = 0;
    nodes = 0;
    int q = settle(&root);
    if (q != 1)
        return q != 0;
    for (int i = 0; i < 16; i++)
        if (play_out(root))
            return 1;
    for (budget = 40;; budget = budget * 3 / 2) {
        set c;
        nodes = 0;
        depth = 0;
        memset(is_decided, 0, sizeof is_decided);
        q = search(&root, &c);
        total += nodes;
        nodes = total;
        if (q >= 0 || budget >= NODES)
            return q;
        for (int i = 0; i < 8; i++)
            if (play_out(root))
                return 1;
    }
}

static u64 now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

int main(void) {
    nogoods = malloc(sizeof(Nogood) * KEPT);
    for (int number = 0;; number++) {
        int filled[NG] = {0};
        for (int i = 0; i < W * H; i++) {
            int g;
            if (scanf("%d", &g) != 1)
                return 0;
            deal.r[g][filled[g]] = i / W + 1;
            deal.c[g][filled[g]++] = i % W + 1;
        }
        seed(number);
        u64 start = now();
        int verdict = solve();
        printf("%d %llu %llu\n", verdict, (unsigned long long)(now() - start), (unsigned long long)nodes);
    }
}
