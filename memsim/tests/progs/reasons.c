/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Misses whose reasons are known, with --D1=4K,2,64 --L2=64K,full,64 --L3=none: 64 lines in 32 sets.
 *
 *     touched_once  64 lines, one after the other: 64 first touches
 *     same_set      4 lines of one set, 100 times in turn: 4 first touches, 396 conflicts
 *     too_large     128 lines, 20 times: 128 first touches, 2432 misses of capacity
 *     fits          32 lines, 10 times: 32 first touches
 *
 * In L2, nothing misses but first touches.
 */
enum { LINE = 64, SETS = 32 };

static char once[64 * LINE] __attribute__((aligned(4096)));
static char same[4 * SETS * LINE] __attribute__((aligned(4096)));
static char large[128 * LINE] __attribute__((aligned(4096)));
static char small[32 * LINE] __attribute__((aligned(4096)));

static __attribute__((noinline)) void touched_once(void)
{
    for (int i = 0; i < 64; i++)
        ((volatile char *)once)[i * LINE];
}

static __attribute__((noinline)) void same_set(void)
{
    for (int i = 0; i < 400; i++)
        ((volatile char *)same)[i % 4 * SETS * LINE];
}

static __attribute__((noinline)) void too_large(void)
{
    for (int i = 0; i < 2560; i++)
        ((volatile char *)large)[i % 128 * LINE] = 1;
}

static __attribute__((noinline)) void fits(void)
{
    for (int i = 0; i < 320; i++)
        ((volatile char *)small)[i % 32 * LINE];
}

int main(void)
{
    touched_once();
    same_set();
    too_large();
    fits();
    return 0;
}
