/* The first solver of Mahjong solitaire by pairings with learned cuts, kept as it was measured: the baseline of
 * bench/solver.py. Reads lines of numbers from standard input: the positions of a layout of 144 slots (x y z each),
 * then a deal a line (the group of each slot, 0 to 35). Prints for each deal its verdict (1 clearable, 0 dead), its CPU
 * time in nanoseconds, and its conflicts. Build: gcc -O2 -o search search.c */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    int x, y, z;
} P3;

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
#define NT 144
#define NG 36
#define NL 108
typedef struct {
    u64 a, b;
} C2;
static P3 P[NT];
static int N, G;
static u16 pe[NT][12];
static u8 pne[NT], pst[NT];
static float wst[NT];
static u8 FREE[256], TO[2048], TP[2048], XX[256];
static u16 E[NT][12];
static u8 st0[NT], posOf[NT];
static float ws[NT];
typedef struct {
    u64 live;
    int nrem;
    u8 st[NT];
    u8 gs[NG];
    u8 pad[8];
} B;
static u8 D[NG];
static u64 nclos, nconf, ndec, nmin;
static const u64 M54 = (1ULL << 54) - 1;
static void build_layout(void) {
    memset(pne, 0, sizeof pne);
    memset(pst, 0, sizeof pst);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (i != j) {
                int dx = P[j].x - P[i].x, dy = P[j].y - P[i].y, dz = P[j].z - P[i].z, d = 0;
                if (dz == -1 && abs(dx) < 2 && abs(dy) < 2)
                    d = 16;
                else if (dz == 0 && abs(dy) < 2 && dx == 2)
                    d = 4;
                else if (dz == 0 && abs(dy) < 2 && dx == -2)
                    d = 1;
                if (d) {
                    pe[i][pne[i]++] = j | d << 8;
                    pst[j] += d;
                }
            }
    for (int i = 0; i < N; i++) {
        u8 seen[NT] = {0}, q[NT];
        int h = 0, e = 0;
        q[e++] = i;
        seen[i] = 1;
        while (h < e) {
            int a = q[h++];
            for (int k = 0; k < pne[a]; k++)
                if (pe[a][k] >> 8 == 16 && !seen[pe[a][k] & 255]) {
                    seen[pe[a][k] & 255] = 1;
                    q[e++] = pe[a][k] & 255;
                }
        }
        int same = 0;
        for (int j = 0; j < N; j++)
            if (P[j].z == P[i].z && abs(P[j].y - P[i].y) < 2)
                same++;
        wst[i] = e - 1 + same * 0.5f;
    }
}
static void build_tables(void) {
    for (int s = 0; s < 256; s++)
        FREE[s] = (s < 16) && (!(s & 12) || !(s & 3));
    for (int d = 0; d < 8; d++)
        for (int av = 0; av < 16; av++) {
            int o = 0, q = 0;
            for (int t = 0; t < 4; t++)
                if (av >> t & 1) {
                    int any = 0, all = 1;
                    for (int p = 1; p < 4; p++)
                        if (d >> (p - 1) & 1) {
                            if (av >> (t ^ p) & 1)
                                any = 1;
                            else
                                all = 0;
                        }
                    if (any)
                        o |= 1 << t;
                    if (any && all)
                        q |= 1 << t;
                }
            for (int rm = 0; rm < 16; rm++) {
                TO[d << 8 | av << 4 | rm] = o & ~rm;
                TP[d << 8 | av << 4 | rm] = q & ~rm;
            }
        }
    for (int av = 0; av < 16; av++)
        for (int rm = 0; rm < 16; rm++) {
            int x = 0;
            for (int p = 1; p < 4; p++)
                for (int t = 0; t < 4; t++)
                    if ((av >> t & 1) && (av >> (t ^ p) & 1) && !(rm >> t & 1))
                        x |= 1 << (p - 1);
            XX[av << 4 | rm] = x;
        }
}
static u8 need[NG];
static inline __attribute__((always_inline)) int run_(B *b, const u8 *T, const u8 *Dm, u8 *stk, int sp, int early) {
    u64 live = b->live;
    int nr = b->nrem;
    while (sp) {
        int t = stk[--sp];
        nr++;
        for (const u16 *e = E[t]; *e; e++) {
            int n = *e & 255;
            int s = (u8)(b->st[n] - (*e >> 8));
            b->st[n] = s;
            if (FREE[s]) {
                int g = n >> 2, bit = 16 << (n & 3);
                int q = b->gs[g];
                if (!(q & bit)) {
                    q |= bit;
                    int nw = T[Dm[g] << 8 | q];
                    if (nw) {
                        q |= nw;
                        do {
                            int i = __builtin_ctz(nw);
                            nw &= nw - 1;
                            stk[sp++] = 4 * g + i;
                        } while (nw);
                        if (early && need[g] && (q & need[g]) == need[g]) {
                            b->nrem = NT;
                            return 1;
                        }
                    }
                    b->gs[g] = q;
                    if (!early) {
                        u64 m = 1ULL << g;
                        if (XX[q])
                            live |= m;
                        else
                            live &= ~m;
                    }
                }
            }
        }
    }
    b->live = live;
    b->nrem = nr;
    return nr == NT;
}
static void runP(B *b, const u8 *Dm, u8 *stk, int sp) { run_(b, TP, Dm, stk, sp, 0); }
static void runO(B *b, const u8 *Dm, u8 *stk, int sp) { run_(b, TO, Dm, stk, sp, 1); }
static inline int kick(B *b, const u8 *T, const u8 *Dm, int g, u8 *stk, int sp) {
    int q = b->gs[g];
    int nw = T[Dm[g] << 8 | q];
    if (nw) {
        q |= nw;
        b->gs[g] = q;
        do {
            int i = __builtin_ctz(nw);
            nw &= nw - 1;
            stk[sp++] = 4 * g + i;
        } while (nw);
        u64 m = 1ULL << g;
        if (XX[q])
            b->live |= m;
        else
            b->live &= ~m;
    }
    return sp;
}
#define MAXC 1000000
static C2 *cl;
static int ncl;
static int *occ[NL];
static int nocc[NL], cocc[NL];
static u64 DA, DB;
typedef struct {
    u8 g, rem;
    short level;
    int reason;
} TR;
static TR trail[256];
static int ntr, level, qh;
static u8 lvl[NL];
static int rsn[NL], tpos[NL];
static B snap[NG + 4];
static float act[NL], ainc;
static u8 saved[NG];
static inline void remv(int g, int mask, int reason) {
    for (int m = mask; m; m &= m - 1) {
        int l = 3 * g + __builtin_ctz(m);
        lvl[l] = level;
        rsn[l] = reason;
        tpos[l] = ntr;
    }
    trail[ntr++] = (TR){g, mask, level, reason};
    D[g] &= ~mask;
    if (g < 18)
        DA &= ~((u64)mask << 3 * g);
    else
        DB &= ~((u64)mask << 3 * (g - 18));
}
#define FOREACH(c, l)                                                                                                  \
    for (int k_ = 0; k_ < 2; k_++)                                                                                     \
        for (u64 w_ = k_ ? (c).b : (c).a; w_; w_ &= w_ - 1)                                                            \
            for (int l = __builtin_ctzll(w_) + 54 * k_, o_ = 1; o_; o_ = 0)
static inline int propc(int c) { // check clause: -1 fine, else conflict
    u64 a = cl[c].a & DA, b = cl[c].b & DB;
    int h, bb;
    if (a) {
        if (b)
            return -1;
        h = __builtin_ctzll(a) / 3;
        a >>= 3 * h;
        if (a & ~7ULL)
            return -1;
        bb = a;
    } else {
        if (!b)
            return c;
        h = __builtin_ctzll(b) / 3;
        b >>= 3 * h;
        if (b & ~7ULL)
            return -1;
        bb = b;
        h += 18;
    }
    int rm = D[h] & ~bb;
    if (rm)
        remv(h, rm, c);
    return -1;
}
static int propagate(void) {
    while (qh < ntr) {
        TR *t = &trail[qh++];
        for (int m = t->rem; m; m &= m - 1) {
            int l = 3 * t->g + __builtin_ctz(m);
            int n = nocc[l];
            const int *o = occ[l];
            for (int k = 0; k < n; k++)
                if (propc(o[k]) >= 0)
                    return o[k];
        }
    }
    return -1;
}
static int add_clause(C2 c) {
    if (ncl >= MAXC)
        abort();
    int i = ncl++;
    cl[i] = c;
    FOREACH(c, l) {
        if (nocc[l] == cocc[l]) {
            cocc[l] = cocc[l] ? 2 * cocc[l] : 16;
            occ[l] = realloc(occ[l], cocc[l] * sizeof(int));
        }
        occ[l][nocc[l]++] = i;
    }
    return i;
}
static void backjump(int lv) {
    while (ntr > 0 && trail[ntr - 1].level > lv) {
        TR *t = &trail[--ntr];
        D[t->g] |= t->rem;
        if (t->g < 18)
            DA |= (u64)t->rem << 3 * t->g;
        else
            DB |= (u64)t->rem << 3 * (t->g - 18);
    }
    level = lv;
    qh = ntr;
}
static inline C2 exits_of(const B *b) {
    u64 a = 0, c = 0;
    for (int g = 0; g < 18 && g < G; g++)
        a |= (u64)XX[b->gs[g]] << 3 * g;
    for (int g = 18; g < G; g++)
        c |= (u64)XX[b->gs[g]] << 3 * (g - 18);
    return (C2){a, c};
}
static u64 c0;
static int o_k = 4, o_kd = 20, o_r = 100, o_both = 1, o_u = 0;
static float o_thr = 0.2f, o_sv = 0.3f, o_w = 0.03f, o_inc = 1.05f;
static u64 limit = 1000000000ULL;
static C2 explain(const B *b0) {
    static B cur, tmp;
    cur = *b0;
    u8 Dm[NG], stk[NT];
    memcpy(Dm, D, NG);
    memset(need, 0, NG);
    C2 c = exits_of(&cur);
    C2 keep = {0, 0};
    int kept = 0, kmax = o_k + (o_kd ? (int)(nconf - c0) / o_kd : 0);
    // literals sorted by (level,trail) desc: levels are monotone in tpos so sort by tpos
    for (;;) {
        int best = -1, bl = -1;
        C2 r = {c.a & ~keep.a, c.b & ~keep.b};
        FOREACH(r, l) {
            if (tpos[l] > bl) {
                bl = tpos[l];
                best = l;
            }
        }
        if (best < 0 || lvl[best] == 0)
            break;
        int g = best / 3, p = best - 3 * g;
        nmin++;
        tmp = cur;
        u8 od = Dm[g];
        Dm[g] |= 1 << p;
        int sp = kick(&tmp, TO, Dm, g, stk, 0);
        int nb = 0;
        for (int i = 0; i < sp; i++)
            nb |= 1 << (stk[i] & 3);
        runO(&tmp, Dm, stk, sp);
        if (tmp.nrem == NT) {
            if (++kept >= kmax)
                break;
            Dm[g] = od;
            need[g] = nb;
            if (best < 54)
                keep.a |= 1ULL << best;
            else
                keep.b |= 1ULL << (best - 54);
        } else {
            cur = tmp;
            c = exits_of(&cur);
        }
    }
    C2 r = c;
    FOREACH(c, l) if (lvl[l] == 0) {
        if (l < 54)
            r.a &= ~(1ULL << l);
        else
            r.b &= ~(1ULL << (l - 54));
    }
    return r;
}
static int analyze(C2 c, C2 *out, int *bj) {
    int ml = 0;
    FOREACH(c, l) if (lvl[l] > ml) ml = lvl[l];
    if (!ml)
        return 0;
    if (ml < level)
        backjump(ml);
    FOREACH(c, l) act[l] += ainc;
    for (;;) {
        int gs = -1, multi = 0, latest = -1, lp = -1;
        FOREACH(c, l) if (lvl[l] == level) {
            int g = l / 3;
            if (gs < 0)
                gs = g;
            else if (gs != g)
                multi = 1;
            if (tpos[l] > lp) {
                lp = tpos[l];
                latest = l;
            }
        }
        if (!multi)
            break;
        int r = rsn[latest];
        int g = latest / 3;
        C2 rc = cl[r];
        if (g < 18)
            rc.a &= ~(7ULL << 3 * g);
        else
            rc.b &= ~(7ULL << 3 * (g - 18));
        if (latest < 54)
            c.a &= ~(1ULL << latest);
        else
            c.b &= ~(1ULL << (latest - 54));
        FOREACH(rc, l) {
            if (lvl[l] == 0) {
                if (l < 54)
                    rc.a &= ~(1ULL << l);
                else
                    rc.b &= ~(1ULL << (l - 54));
            } else
                act[l] += ainc;
        }
        c.a |= rc.a;
        c.b |= rc.b;
    }
    int b2 = 0;
    FOREACH(c, l) if (lvl[l] < level && lvl[l] > b2) b2 = lvl[l];
    *out = c;
    *bj = b2;
    return 1;
}
static u32 rs = 12345;
static inline u32 rnd(void) {
    rs = rs * 1664525u + 1013904223u;
    return rs >> 8;
}
static void load_deal(const u8 *g) {
    u8 cnt[NG] = {0}, tid[NT];
    for (int i = 0; i < N; i++) {
        int t = 4 * g[i] + cnt[g[i]]++;
        tid[i] = t;
        posOf[t] = i;
    }
    for (int i = 0; i < N; i++) {
        int t = tid[i];
        st0[t] = pst[i];
        ws[t] = wst[i];
        int k = 0;
        for (; k < pne[i]; k++)
            E[t][k] = tid[pe[i][k] & 255] | (pe[i][k] & 0xff00);
        E[t][k] = 0;
    }
}
static int decide(const B *b) {
    int bl = -1;
    float bs = -1;
    for (u64 w = b->live; w; w &= w - 1) {
        int g = __builtin_ctzll(w);
        int x = XX[b->gs[g]] & D[g];
        for (; x; x &= x - 1) {
            int p = __builtin_ctz(x);
            int l = 3 * g + p;
            float s = act[l];
            if (saved[g] == p + 1)
                s += o_sv * ainc;
            if (s > bs) {
                bs = s;
                bl = l;
            }
        }
    }
    if (bl < 0 || bs >= o_thr * ainc)
        return bl;
    bs = -1;
    u32 r = rnd();
    for (u64 w = b->live; w; w &= w - 1) {
        int g = __builtin_ctzll(w);
        int q = b->gs[g];
        int x = XX[q] & D[g];
        if (!x)
            continue;
        int fr = (q >> 4) & ~q & 15;
        float ts[4];
        for (int m = fr; m; m &= m - 1) {
            int i = __builtin_ctz(m);
            int t = 4 * g + i;
            float sc = ws[t];
            for (const u16 *e = E[t]; *e; e++) {
                int n = *e & 255;
                if (!(b->gs[n >> 2] >> (4 + (n & 3)) & 1))
                    sc += FREE[(u8)(b->st[n] - (*e >> 8))] ? 4 : 1;
            }
            ts[i] = sc;
        }
        for (; x; x &= x - 1) {
            int p = __builtin_ctz(x) + 1;
            float sc = 0;
            for (int m = fr; m; m &= m - 1) {
                int i = __builtin_ctz(m);
                if (q >> (4 + (i ^ p)) & 1)
                    sc += ts[i];
            }
            int l = 3 * g + p - 1;
            float s = act[l] + o_w * ainc * (sc + ((r ^ (l * 2654435761u)) >> 8 & 255) * (1 / 256.f));
            if (saved[g] == p)
                s += o_sv * ainc;
            if (s > bs) {
                bs = s;
                bl = l;
            }
        }
    }
    return bl;
}
static void init_board(B *b) {
    memset(b, 0, sizeof *b);
    memcpy(b->st, st0, NT);
    for (int t = 0; t < NT; t++)
        if (FREE[st0[t]])
            b->gs[t >> 2] |= 16 << (t & 3);
    for (int g = 0; g < G; g++)
        if (XX[b->gs[g]])
            b->live |= 1ULL << g;
}
// assumptions: nas literals forced at level 0 (as root facts; clauses learned remain valid only under them -> caller
// must reset)
static void solver_reset(void) {
    ncl = 0;
    memset(nocc, 0, sizeof nocc);
    memset(act, 0, sizeof act);
    memset(saved, 0, NG);
    ainc = 1;
    rs = 12345;
    memset(D, 7, NG);
    DA = DB = M54;
    ntr = level = qh = 0;
}
static long nu_, nuf_;
static int search(void);
static int solve(void) {
    u8 stk[NT];
    int sp;
    solver_reset();
    B *b = &snap[0];
    init_board(b);
    static B o;
    o = *b;
    memset(need, 0, NG);
    sp = 0;
    for (int g = 0; g < G; g++)
        sp = kick(&o, TO, D, g, stk, sp);
    runO(&o, D, stk, sp);
    nclos++;
    if (o.nrem < NT)
        return 0;
    sp = 0;
    for (int g = 0; g < G; g++)
        sp = kick(b, TP, D, g, stk, sp);
    runP(b, D, stk, sp);
    return search();
}
static int search(void) {
    u8 stk[NT];
    int sp;
    c0 = nconf;
    u64 rc = nconf;
    for (;;) {
        B *cur = &snap[level];
        C2 conf;
        int have = 0, theory = 0;
        if (cur->nrem == NT)
            return 1;
        int bl = decide(cur);
        if (bl < 0) {
            conf = explain(cur);
            theory = have = 1;
            nclos++;
        } else {
            ndec++;
            int g = bl / 3, p = bl - 3 * g;
            saved[g] = p + 1;
            level++;
            B *nb = &snap[level];
            *nb = *cur;
            int q0 = ntr;
            remv(g, D[g] & ~(1 << p), -1);
            int c = propagate();
            if (c >= 0) {
                conf = cl[c];
                have = 1;
            } else {
                sp = 0;
                for (int i = q0; i < ntr; i++)
                    sp = kick(nb, TP, D, trail[i].g, stk, sp);
                runP(nb, D, stk, sp);
                nclos++;
            }
        }
        while (have) {
            nconf++;
            have = 0;
            C2 lc;
            int bj;
            if (!analyze(conf, &lc, &bj))
                return 0;
            if (nconf - c0 > limit)
                return -1;
            ainc *= o_inc;
            if (ainc > 1e20f) {
                for (int l = 0; l < NL; l++)
                    act[l] *= 1e-20f;
                ainc *= 1e-20f;
            }
            if (o_both && theory && (lc.a != conf.a || lc.b != conf.b))
                add_clause(conf);
            theory = 0;
            int ci = add_clause(lc);
            backjump(bj);
            if (bj > 0 && nconf - rc > (u64)o_r) {
                rc = nconf;
                backjump(0);
            }
            int q0 = ntr;
            int c = propc(ci);
            if (c < 0)
                c = propagate();
            if (c >= 0) {
                conf = cl[c];
                have = 1;
                continue;
            }
            B *nb = &snap[level];
            sp = 0;
            for (int i = q0; i < ntr; i++)
                sp = kick(nb, TP, D, trail[i].g, stk, sp);
            runP(nb, D, stk, sp);
            nclos++;
            if (o_u && nconf - c0 >= (u64)o_u && nb->nrem < NT) {
                static B u;
                u = *nb;
                memset(need, 0, NG);
                sp = 0;
                for (int g = 0; g < G; g++)
                    if (u.live >> g & 1)
                        sp = kick(&u, TO, D, g, stk, sp);
                u64 lv0 = u.live;
                runO(&u, D, stk, sp);
                nu_++;
                if (u.nrem < NT) {
                    nuf_++;
                    conf = explain(&u);
                    theory = have = 1;
                }
            }
        }
    }
}

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}
int main(void) {
    N = NT;
    G = NG;
    o_u = 50;
    cl = malloc(sizeof(C2) * MAXC);
    for (int i = 0; i < N; i++)
        if (scanf("%d %d %d", &P[i].x, &P[i].y, &P[i].z) != 3)
            return 1;
    build_layout();
    build_tables();
    for (;;) {
        u8 g[NT];
        for (int i = 0; i < N; i++) {
            int x;
            if (scanf("%d", &x) != 1)
                return i != 0;
            g[i] = x;
        }
        u64 c = nconf;
        long long t = now();
        load_deal(g);
        int r = solve();
        printf("%d %lld %llu\n", r, now() - t, (unsigned long long)(nconf - c));
    }
}
