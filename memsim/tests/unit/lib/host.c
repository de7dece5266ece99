/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The memory and random numbers of host.h. */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *get(void *self, size_t bytes, size_t align)
{
    struct unit_memory *memory = self;
    void *piece = NULL;
    if (memory->used == memory->max) {
        memory->max = memory->max ? 2 * memory->max : 64;
        memory->pieces = realloc(memory->pieces, memory->max * sizeof *memory->pieces);
    }
    align = align < sizeof(void *) ? sizeof(void *) : align;
    if (!memory->pieces || posix_memalign(&piece, align, bytes ? bytes : 1) != 0) {
        fprintf(stderr, "no memory\n");
        abort();
    }
    memory->pieces[memory->used++] = piece;
    return memset(piece, 0, bytes);
}

void unit_memory_start(struct unit_memory *memory)
{
    *memory = (struct unit_memory){.mem = {get, memory}};
}

void unit_memory_end(struct unit_memory *memory)
{
    for (size_t i = 0; i < memory->used; i++)
        free(memory->pieces[i]);
    free(memory->pieces);
    memory->pieces = NULL;
    memory->used = memory->max = 0;
}

/* splitmix64 */
uint64_t unit_random(struct unit_random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}
