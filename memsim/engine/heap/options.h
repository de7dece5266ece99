/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the heap observer counts, and what it writes. */
#pragma once

#include "engine/base/option.h"
#include "engine/blocks/allocator.h"

enum msim_time_unit { MSIM_TIME_INSTRUCTIONS, MSIM_TIME_MS, MSIM_TIME_BYTES };

#define MSIM_ADMIN_AUTO UINT32_MAX

struct msim_heap_options {
    bool on, stacks, pages; /* pages: the heap is what is mapped, not what malloc returns */
    struct msim_option_names alloc_fns, ignore_fns; /* wrappers of malloc; functions to leave out */
    struct msim_allocators allocators;
    uint32_t depth;     /* frames of a tree */
    uint32_t threshold; /* in 1/1,000,000 of a percent */
    uint32_t detailed_freq, max_snapshots;
    uint32_t admin; /* overhead of each block in bytes, or MSIM_ADMIN_AUTO */
    enum msim_time_unit time_unit;
    const char *heap_file, *alloc_file; /* with %p */
};

extern const struct msim_heap_options msim_heap_usual;
