/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of inner.h. */
#include "inner.h"

enum { AROUND = 4 /* earlier blocks that are looked at, as one may contain the others */ };

void msim_inner_init(struct msim_inner *inner, const struct msim_mem *mem)
{
    msim_spans_init(&inner->spans, mem);
    inner->set = 0;
}

bool msim_inner_remove(struct msim_inner *inner, uint64_t address, struct msim_span *found)
{
    return msim_spans_remove(&inner->spans, &inner->set, address, found);
}

void msim_inner_add(struct msim_inner *inner, const struct msim_span *block)
{
    msim_spans_add(&inner->spans, &inner->set, block);
}

bool msim_inner_find(const struct msim_inner *inner, uint64_t address, struct msim_span *found)
{
    uint64_t before = address + 1;
    for (unsigned i = 0; i < AROUND; i++) {
        if (!msim_spans_before(&inner->spans, inner->set, before, found))
            return false;
        if (address - found->address < found->bytes)
            return true;
        before = found->address;
    }
    return false;
}
