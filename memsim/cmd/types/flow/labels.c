/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Addresses of code in an object's data, where jumps may get them from.  Too many only make less known.
 */
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/types/debug.h"

static void take(void *context, uint64_t address)
{
    struct msim_debug *debug = context;
    size_t left;
    if (!msim_elf_code(&debug->code->elf, address, &left))
        return;
    debug->label = msim_room(debug->label, debug->labels, sizeof *debug->label);
    debug->label[debug->labels++] = address;
}

static int compare(const void *one, const void *other)
{
    const uint64_t *a = one, *b = other;
    return *a < *b ? -1 : *a > *b;
}

const uint64_t *msim_debug_labels(struct msim_debug *debug, size_t *count)
{
    if (!debug->has_labels) {
        debug->has_labels = true;
        msim_elf_addresses(&debug->code->elf, take, debug);
        if (debug->labels)
            qsort(debug->label, debug->labels, sizeof *debug->label, compare);
    }
    *count = debug->labels;
    return debug->label;
}
