/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory and random order for kernels, and their end if there is none (kernels.h). */
#define _GNU_SOURCE
#include "kernels.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20, MEMORIES = 16 };

/* The memory that was given out, as far as it has room here. */
static struct {
    const volatile char *start;
    uint64_t bytes;
} made[MEMORIES];
static unsigned used;

void msim_kernel_fail(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("memsim-kernels: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    exit(1);
}

/* Line by line: memset() may be one string instruction, of which each byte counts as an instruction
 * where programs are simulated, which takes minutes. */
static void fill(char *memory, uint64_t bytes)
{
    char line[MSIM_KERNEL_LINE], *end = memory + bytes / sizeof line * sizeof line;
    memset(line, 1, sizeof line);
    for (char *at = memory; at < end; at += sizeof line) {
        MSIM_HIDE(at); /* or the compiler makes a memset() of it */
        memcpy(at, line, sizeof line);
    }
    memset(end, 1, bytes % sizeof line);
}

void *msim_kernel_memory(uint64_t bytes, bool huge)
{
    size_t whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    char *all =
        mmap(NULL, whole + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
        msim_kernel_fail("%llu bytes of memory are not there", (unsigned long long)bytes);
    char *memory = all + (HUGE_PAGE - (uintptr_t)all % HUGE_PAGE) % HUGE_PAGE;
    madvise(memory, whole, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    fill(memory, bytes);
    if (used < MEMORIES) {
        made[used].start = memory;
        made[used++].bytes = bytes;
    }
    return memory;
}

void msim_kernel_touch(void)
{
    for (unsigned i = 0; i < used; i++)
        for (uint64_t at = 0; at < made[i].bytes; at += MSIM_KERNEL_PAGE)
            (void)made[i].start[at];
}

uint32_t *msim_kernel_shuffled(uint32_t count)
{
    uint32_t *number = malloc((size_t)count * sizeof *number + 1);
    uint64_t state = 88172645463325252;
    if (!number)
        msim_kernel_fail("%u numbers have no room in memory", count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = (uint32_t)(((msim_kernel_random(&state) >> 32) * (i + 1)) >> 32);
        number[i] = number[place];
        number[place] = i;
    }
    return number;
}
