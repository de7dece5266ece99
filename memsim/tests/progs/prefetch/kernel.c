/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines that the kernel brings into the caches: kernel FILE
 *
 *     cleared   each line of 16 pages that are mapped and not used before
 *     again     the same lines, after 1 MB of others
 *     read_in   the same lines, after 1 MB of others, and after the file was read into them
 *     dropped   the same lines, after 1 MB of others, and after their contents were dropped
 *     moved     the same lines, after 1 MB of others, and after they were moved
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINE = 64, BYTES = 16 * 4096, OTHERS = 1 << 20 };

static volatile size_t none;

/* Reads each line after the one before it; one function each, so that each has counts of its own. */
#define READ(name, number)                                                                         \
    __attribute__((noinline)) static size_t name(const volatile unsigned char *at)                 \
    {                                                                                              \
        size_t sum = number, nothing = none;                                                       \
        for (size_t i = 0; i < BYTES; i += LINE)                                                   \
            sum += at[i + (sum & nothing)];                                                        \
        return sum;                                                                                \
    }
READ(cleared, 1)
READ(again, 2)
READ(read_in, 3)
READ(dropped, 4)
READ(moved, 5)

static unsigned char others[OTHERS];

__attribute__((noinline)) static void evict(void)
{
    for (size_t i = 0; i < OTHERS; i += LINE)
        ((volatile unsigned char *)others)[i]++;
}

static unsigned char *map(void)
{
    return mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int main(int argc, char **argv)
{
    unsigned char *at = map(), *to = map();
    int file = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    if (at == MAP_FAILED || to == MAP_FAILED || file < 0)
        return 1;
    size_t sum = cleared(at);
    evict();
    sum += again(at);
    evict();
    if (read(file, at, BYTES) != BYTES)
        return 1;
    sum += read_in(at);
    evict();
    if (madvise(at, BYTES, MADV_DONTNEED))
        return 1;
    sum += dropped(at);
    evict();
    if (mremap(at, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to) != to)
        return 1;
    sum += moved(to);
    printf("%zu\n", sum);
    return 0;
}
