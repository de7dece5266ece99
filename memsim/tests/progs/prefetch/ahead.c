/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loops that prefetch, of which it is known by hand what becomes of each prefetch: all of them, or
 * ahead NAME. What they read is theirs alone, and nothing has read it before. Where D1 and L2 hold all
 * that, and its lines have 64 bytes:
 *
 *     near      asks for a line four lines before it is read: 64 issued, 60 used, 4 left, and the
 *               reads miss D1 4 times
 *     often     the same for each quarter of a line: 256 issued, of which 192 are redundant
 *     known     asks for what was just read: 64 issued, all redundant
 *     useless   asks for lines that nobody reads: 64 issued, all left
 *     second    as near, into L2: 64 issued, 60 used, 4 left; the reads miss D1 64 times, L2 4 times
 *     held      asks for L2 to have what D1 has: 64 issued, all redundant
 *     distant   asks for a line 128 lines before it is read: with a D1 of 64 lines, none is used,
 *               and each read misses
 */
#include <string.h>

enum { LINE = 64, LINES = 64, AHEAD = 4, MANY = 512, FAR = 128 };

static char area[7][(MANY + FAR) * LINE] __attribute__((aligned(4096)));

#define PREFETCH(how, at) __asm__ volatile("prefetch" how " %0" : : "m"(*(const char *)(at)))
#define READ(at)          (void)*(const volatile char *)(at)

static void __attribute__((noinline)) near(const char *at)
{
    for (const char *end = at + LINES * LINE; at < end; at += LINE) {
        PREFETCH("t0", at + AHEAD * LINE); /* near */
        READ(at);                          /* near reads */
    }
}

static void __attribute__((noinline)) often(const char *at)
{
    for (const char *end = at + LINES * LINE; at < end; at += LINE / 4) {
        PREFETCH("nta", at + AHEAD * LINE); /* often */
        READ(at);                           /* often reads */
    }
}

static void __attribute__((noinline)) known(const char *at)
{
    for (const char *end = at + LINES * LINE; at < end; at += LINE) {
        READ(at);           /* known reads */
        PREFETCH("t0", at); /* known */
    }
}

static void __attribute__((noinline)) useless(const char *at)
{
    for (const char *end = at + LINES * LINE; at < end; at += LINE)
        PREFETCH("t0", at); /* useless */
}

static void __attribute__((noinline)) second(const char *at)
{
    for (const char *end = at + LINES * LINE; at < end; at += LINE) {
        PREFETCH("t1", at + AHEAD * LINE); /* second */
        READ(at);                          /* second reads */
    }
}

static void __attribute__((noinline)) held(const char *at)
{
    for (const char *end = at + LINES * LINE; at < end; at += LINE) {
        READ(at);           /* held reads */
        PREFETCH("t2", at); /* held */
    }
}

static void __attribute__((noinline)) distant(const char *at)
{
    for (const char *end = at + MANY * LINE; at < end; at += LINE) {
        PREFETCH("t0", at + FAR * LINE); /* distant */
        READ(at);                        /* distant reads */
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*loop)(const char *at);
    } loops[] = {{"near", near},     {"often", often}, {"known", known},    {"useless", useless},
                 {"second", second}, {"held", held},   {"distant", distant}};
    for (unsigned i = 0; i < sizeof loops / sizeof *loops; i++)
        if (argc < 2 || !strcmp(argv[1], loops[i].name))
            loops[i].loop(area[i]);
    return 0;
}
