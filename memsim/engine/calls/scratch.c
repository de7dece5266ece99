/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of scratch.h. */
#include "scratch.h"
#include "engine/base/numbers.h"

enum { BLOCK = 1 << 20, ALIGN = 64 };

struct msim_scratch_block {
    struct msim_scratch_block *next;
    char *bytes;
    size_t size, used;
};

static struct msim_scratch_block *new_block(const struct msim_mem *from, size_t bytes)
{
    struct msim_scratch_block *block = msim_get(from, sizeof *block, 8);
    block->size = bytes > BLOCK ? bytes : BLOCK;
    block->bytes = msim_get(from, block->size, ALIGN);
    return block;
}

/* All pieces are aligned to ALIGN.  A block that is too small is left for the rest of the work. */
static void *get(void *self, size_t bytes, size_t align)
{
    struct msim_scratch *scratch = self;
    (void)align;
    bytes = msim_round_up(bytes, ALIGN);
    while (scratch->now && scratch->now->size - scratch->now->used < bytes && scratch->now->next)
        scratch->now = scratch->now->next;
    if (!scratch->now || scratch->now->size - scratch->now->used < bytes) {
        struct msim_scratch_block *block = new_block(scratch->from, bytes);
        *(scratch->now ? &scratch->now->next : &scratch->first) = block;
        scratch->now = block;
    }
    void *got = scratch->now->bytes + scratch->now->used;
    scratch->now->used += bytes;
    return got;
}

void msim_scratch_init(struct msim_scratch *scratch, const struct msim_mem *from)
{
    *scratch = (struct msim_scratch){.from = from, .mem = {get, scratch}};
}

void msim_scratch_reset(struct msim_scratch *scratch)
{
    for (struct msim_scratch_block *block = scratch->first; block; block = block->next) {
        for (size_t i = 0; i < block->used; i++)
            block->bytes[i] = 0;
        block->used = 0;
    }
    scratch->now = scratch->first;
}
