/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of twins.h. */
#include "twins.h"

#include "engine/base/sort.h"
#include "engine/base/text.h"

/* The name of the file, without its folders. */
static const char *file_of(const struct msim_callees *callees, const struct msim_callee *callee)
{
    const char *path = msim_dict_text(callees->dict, callee->file), *name = path;
    for (; *path; path++)
        if (*path == '/')
            name = path + 1;
    return name;
}

static int compare(const struct msim_callees *callees, uint32_t a, uint32_t b)
{
    const struct msim_callee *x = msim_callee_at(callees, a), *y = msim_callee_at(callees, b);
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->file == y->file ? 0 : msim_compare_text(file_of(callees, x), file_of(callees, y));
}

static bool before(const void *context, uint32_t a, uint32_t b)
{
    return compare(context, a, b) < 0;
}

const bool *msim_twins(const struct msim_callees *callees, const struct msim_mem *mem)
{
    const uint32_t *sorted = msim_sorted(mem, callees->table.used, before, callees);
    bool *twins = msim_get(mem, callees->table.used * sizeof *twins, 8);
    for (uint32_t i = 1; i < callees->table.used; i++)
        if (compare(callees, sorted[i - 1], sorted[i]) == 0)
            twins[sorted[i - 1]] = twins[sorted[i]] = true;
    twins[0] = false;
    return twins;
}
