/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Allocates memory for the freestanding layers.  Large pieces are mapped, so that their pages cost
 * nothing until they are used. */
#include "memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "cmd/base/die.h"
#include "host/memory.h"

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

static size_t read_file(const char *name, char *to, size_t room)
{
    FILE *from = fopen(name, "r");
    size_t used = from ? fread(to, 1, room, from) : 0;
    if (from)
        fclose(from);
    return used;
}

uint64_t msim_memory_available(void)
{
    uint64_t left = msim_host_memory_left(read_file, UINT64_MAX);
    return left == UINT64_MAX ? 0 : left;
}

uint64_t msim_memory_limit(void)
{
    struct rlimit limit;
    bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return msim_host_memory(read_file, limited ? limit.rlim_cur : UINT64_MAX);
}

const struct msim_mem msim_hosted_mem = {get, NULL};
