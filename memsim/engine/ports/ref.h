/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A reference on its way through the levels. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* MSIM_REF_BLOCK: made by an access marked `block`, of which the smallest line decides how much
 * counts.  MSIM_REF_CONTEXT, _PART and _INTERVAL: not references, but marks.  Those after them
 * belong to context `site` (contexts.h), to part `site`, where `kind` is 1 if they are not
 * collected, or to the next interval of time (parts.h).  MSIM_REF_FLUSH, a mark, too: all levels
 * are empty there, what was counted is forgotten, or D1 reports what its prefetchers did (`kind`).
 * MSIM_WATCHED is not a miss: the page
 * is watched (port.h); it is not in a reference, where this bit says that another core supplies the
 * line.  MSIM_MISS_FROM_CORE says so before.  MSIM_MISS_FIRST is not a miss, either: the line was
 * prefetched, and this is the first reference to find it. */
enum {
    MSIM_MISS_CACHE = 1,
    MSIM_MISS_TLB = 2,
    MSIM_REF_BLOCK = 4,
    MSIM_WATCHED = 8,
    MSIM_REF_FROM_CORE = 8,
    MSIM_MISS_FROM_CORE = 256,
    MSIM_MISS_FIRST = 512,
    MSIM_REF_CONTEXT = 16,
    MSIM_REF_PART = 32,
    MSIM_REF_INTERVAL = 64,
    MSIM_REF_FLUSH = 128,
    MSIM_REF_MARKS = MSIM_REF_CONTEXT | MSIM_REF_PART | MSIM_REF_INTERVAL | MSIM_REF_FLUSH
};

/* What `kind` is of MSIM_REF_FLUSH.  MSIM_FLUSH_COUNTS: of parts from `site` on.  Of prefetches of
 * D1: `site` asks for a line that is there; `site` asked for the one that is now in slot `first`;
 * it asks L2 for the line of address `first`, which another core may supply; the line in slot `first` is used, or goes; and a
 * reference to `size` bytes from `first` would have missed without prefetchers, of the kind
 * `site`.  Of prefetches of the program: `site` asks for a line of D1 that is there; for the one that
 * is now in slot `first`; for L2 to have a line that D1 has, or the one of address `first`.  Of
 * stores that pass by the caches: `site` stores so, and no first level had a line of these bytes, or
 * one did; a fence follows some.
 * From MSIM_LINE_MARKS on, the mark is of a line that a first level has got or has replaced, or of
 * a write that it passes on (outer/traffic.h): `size` bytes from `first`, because of `site`, whose
 * kind of access is in the last two bits. */
enum {
    MSIM_FLUSH_LEVELS,
    MSIM_FLUSH_COUNTS,
    MSIM_AHEAD_REDUNDANT,
    MSIM_AHEAD_PLACED,
    MSIM_AHEAD_ASKED,
    MSIM_AHEAD_SUPPLIED,
    MSIM_AHEAD_USED,
    MSIM_AHEAD_UNUSED,
    MSIM_AHEAD_PLAIN,
    MSIM_HINT_REDUNDANT,
    MSIM_HINT_PLACED,
    MSIM_HINT_L2_REDUNDANT,
    MSIM_HINT_L2,
    MSIM_STORE_PAST,
    MSIM_STORE_PAST_HAD,
    MSIM_STORE_FENCE,
    MSIM_LINE_MARKS = 16,
    MSIM_LINE_CAME = MSIM_LINE_MARKS,
    MSIM_LINE_LEFT_CLEAN = MSIM_LINE_MARKS + 4,
    MSIM_LINE_LEFT_DIRTY = MSIM_LINE_MARKS + 8,
    MSIM_LINE_WRITTEN = MSIM_LINE_MARKS + 12,
    MSIM_LINE_ACCESS = 3 /* mask of the kind of access */
};

static inline bool msim_ref_empties(uint8_t missed, uint8_t kind)
{
    return missed & MSIM_REF_FLUSH && kind == MSIM_FLUSH_LEVELS;
}

/* `size` bytes from `first`, referenced by `site`.  `missed`: the levels missed so far, and
 * MSIM_REF_BLOCK. */
struct msim_ref {
    uint64_t first;
    uint32_t site;
    uint16_t size;
    uint8_t kind;
    uint8_t missed;
};
