/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Uses the engine's sort, which never frees memory, so this does; see grow.h. */
#include <stdlib.h>

#include "engine/base/sort.h"
#include "grow.h"

enum { PIECES = 2 };

struct lent {
    void *piece[PIECES];
    unsigned pieces;
};

static void *lend(void *self, size_t bytes, size_t align)
{
    struct lent *lent = self;
    (void)align; /* malloc's alignment suffices for numbers */
    return lent->piece[lent->pieces++ % PIECES] = msim_zeroed(bytes, 1);
}

uint32_t *msim_order(uint32_t count, bool (*before)(const void *context, uint32_t a, uint32_t b),
                     const void *context)
{
    struct lent lent = {.pieces = 0};
    struct msim_mem mem = {lend, &lent};
    uint32_t *order = msim_sorted(&mem, count, before, context);
    for (int i = 0; i < PIECES; i++)
        if (lent.piece[i] != order)
            free(lent.piece[i]);
    return order;
}
