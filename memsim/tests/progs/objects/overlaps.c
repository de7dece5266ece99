/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mappings over mappings: anonymous memory, over its middle a file from an offset, over the end of
 * that anonymous memory again; a hole, and something else in it.
 * Flags: -O1 -g. Usage: overlaps FILE (of 64 KB or more) */
#include "places.h"
#include <fcntl.h>
#include <sys/mman.h>

#define PAGE ((size_t)4096)

static NOINLINE void write_all(volatile char *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 16)
        from[i] = 1;
}

static NOINLINE long read_all(const volatile char *from, size_t bytes)
{
    long sum = 0;
    for (size_t i = 0; i < bytes; i += 24)
        sum += from[i];
    return sum;
}

static char *map(char *at, size_t bytes, int fd, size_t offset)
{
    int flags = MAP_PRIVATE | (at ? MAP_FIXED : 0) | (fd < 0 ? MAP_ANONYMOUS : 0);
    char *mapped = mmap(at, bytes, PROT_READ | PROT_WRITE, flags, fd, (off_t)offset);
    if (mapped == MAP_FAILED) {
        perror("overlaps: mmap");
        exit(1);
    }
    return mapped;
}

/* Pages FROM..TO of the area, during these steps. */
static void was(const char *area, const char *file, size_t from, size_t to, size_t offset,
                unsigned begin, unsigned end)
{
    struct about about = {.kind = "mapped", .key = file, .from = begin, .to = end};
    place(&about, area + from * PAGE, (to - from) * PAGE,
          address_of(area) + from * PAGE - offset * PAGE);
}

int main(int argc, char **argv)
{
    int fd = argc > 1 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
    long sum = 0;
    if (fd < 0)
        return 2;
    char *area = map(NULL, 32 * PAGE, -1, 0);
    mark(1);
    write_all(area, 32 * PAGE);
    mark(2);
    map(area + 8 * PAGE, 12 * PAGE, fd, 2 * PAGE);
    mark(3);
    sum += read_all(area, 32 * PAGE);
    mark(4);
    map(area + 16 * PAGE, 8 * PAGE, -1, 0);
    mark(5);
    write_all(area, 32 * PAGE);
    mark(6);
    munmap(area + 4 * PAGE, 2 * PAGE);
    map(area + 4 * PAGE, 2 * PAGE, fd, 0);
    mark(7);
    sum += read_all(area + 4 * PAGE, 8 * PAGE);
    mark(8);
    places_begin();
    was(area, "", 0, 32, 0, 1, 2);
    was(area, "", 0, 8, 0, 3, 6);
    was(area, argv[1], 8, 20, 2, 3, 4);
    was(area, "", 20, 32, 20, 3, 4);
    was(area, "", 24, 32, 24, 5, 6);
    was(area, argv[1], 8, 16, 2, 5, 8);
    was(area, "", 16, 24, 0, 5, 6);
    was(area, argv[1], 4, 6, 0, 7, 8);
    was(area, "", 6, 8, 6, 7, 8);
    places_end();
    return sum == 1;
}
