/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An array that grows: growing PAGES.  Prints nothing; ends with 0.
 *
 * The array is doubled from one page to PAGES, a power of two.  Each time there is no room behind it, so
 * mremap moves it; then every page is written.  A page that was moved is there already: only the new half
 * faults, so the array costs PAGES faults and the pages that block its way one each time.
 *
 * Then as many pages are added to the break, written, taken away and added again: twice PAGES faults.
 * Last, PAGES pages are mapped without rights and made writable in two steps.  Each faults when it is read, after
 * the first, and the first quarter once more when written, after the second.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static volatile char sum;

static void *checked(void *got)
{
    if (got == MAP_FAILED)
        _exit(1);
    return got;
}

static void write_all(volatile char *at, size_t pages)
{
    for (size_t i = 0; i < pages; i++)
        at[i * PAGE] = 1;
}

/* An array of `pages`, with a page in the way of its growth. */
static char *map_blocked(size_t pages)
{
    char *at = checked(
        mmap(NULL, (pages + 1) * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    write_all(at + pages * PAGE, 1);
    return at;
}

static void grow_array(size_t most)
{
    char *array = map_blocked(1);
    write_all(array, 1);
    for (size_t pages = 1; pages < most; pages *= 2) {
        char *place = map_blocked(2 * pages);
        array = checked(
            mremap(array, pages * PAGE, 2 * pages * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, place));
        write_all(array, 2 * pages);
    }
    munmap(array, most * PAGE);
}

static void grow_break(size_t pages)
{
    char *start = checked(sbrk(0));
    char *first = start + (PAGE - (size_t)start % PAGE) % PAGE;
    for (int turn = 0; turn < 2; turn++) {
        if (brk(first + pages * PAGE) != 0)
            _exit(2);
        write_all(first, pages);
        if (brk(start) != 0)
            _exit(3);
    }
}

static void change_rights(size_t pages)
{
    char *at = checked(mmap(NULL, pages * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (mprotect(at, pages * PAGE, PROT_READ) != 0)
        _exit(4);
    for (size_t i = 0; i < pages; i++)
        sum = (char)(sum + at[i * PAGE]);
    if (mprotect(at, pages * PAGE, PROT_READ | PROT_WRITE) != 0)
        _exit(5);
    write_all(at, pages / 4);
}

int main(int argc, char **argv)
{
    size_t pages = argc > 1 ? (size_t)atol(argv[1]) : 256;
    grow_array(pages);
    grow_break(pages);
    change_rights(pages);
    return 0;
}
