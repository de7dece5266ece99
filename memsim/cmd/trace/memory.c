/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory for the freestanding layers, from the system.  Large pieces are mapped: their pages cost
 * nothing until they are used. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cmd/base/die.h"

enum { MAPPED_FROM = 32 * 1024 };

static void *get(void *self, size_t bytes, size_t align)
{
    (void)self;
    void *piece = NULL;
    if (bytes >= MAPPED_FROM) {
        piece = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED)
            piece = NULL;
    } else if (posix_memalign(&piece, align < 16 ? 16 : align, bytes ? bytes : 1) == 0) {
        memset(piece, 0, bytes);
    }
    if (!piece)
        msim_bad_input("out of memory: cannot get %zu more bytes", bytes);
    return piece;
}

uint64_t msim_memory_available(void)
{
    char line[128];
    unsigned long long kilobytes = 0;
    FILE *from = fopen("/proc/meminfo", "r");
    while (from && fgets(line, sizeof line, from))
        if (sscanf(line, "MemAvailable: %llu", &kilobytes) == 1)
            break;
    if (from)
        fclose(from);
    return kilobytes * 1024;
}

const struct msim_mem msim_hosted_mem = {get, NULL};
