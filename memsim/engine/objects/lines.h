/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What lines were used for while they were in the first-level data cache.
 *
 * A line's life begins when a reference misses it and ends when it leaves the cache, or the run
 * ends.  While it lives, each object that is touched in it has a part of it: a mask of the bytes
 * touched, per place from which the object's offsets count.  So each block of the heap has a part
 * of its own, which ends before if a block of the same object begins at the same address.
 *
 * References that missed the cache are known only after a record was run, and not by line.  So this
 * has a cache of its own, of the same shape, in which it looks up every reference: it holds the
 * same lines, because the same references in the same order decide that.
 *
 * In masks a bit is a byte or, of lines longer than 64 bytes, a 64th of the line.
 *
 * Cost: about 40 instructions per reference to the line and the object as before; 52 bytes per line
 * of the cache, 32 for each further part of one, of which there are as many as bits at most, and
 * patterns.h.  A further part that was touched before is mostly found by a hash, because the lines
 * of a stack have many.
 */
#pragma once

#include "engine/arrays/array.h"
#include "engine/machine/geometry.h"
#include "engine/where/owners.h"
#include "patterns.h"
#include "uses.h"

enum { MSIM_LINE_HINTS = 1024, MSIM_PART_HINTS_BITS = 11, MSIM_LINE_TIMES = 1 << 29 };

struct msim_line_part {
    uint64_t origin, mask;
    uint32_t object; /* 0: no object */
    uint32_t use;    /* that touched it first */
    uint32_t next;   /* a further part, + 1 */
    uint32_t slot : 30;
    bool fetched : 1; /* it missed the line */
    bool ended : 1;
};

_Static_assert(sizeof(struct msim_line_part) == 32, "two parts are one cache line");

struct msim_line_uses {
    bool on; /* the machine has such a cache, and nothing but references changes what is in it */
    const struct msim_owners *owners;
    const struct msim_uses *uses;
    struct msim_array cache;
    uint64_t *tag;                  /* by slot: what the cache has there */
    uint64_t within;                /* the bits of an address that are within a line */
    uint32_t now;                   /* the time of the cache */
    unsigned unit;                  /* bytes >> unit are bits of a mask */
    struct msim_line_part *part;    /* by slot: the part that was touched last */
    struct msim_table further;      /* struct msim_line_part */
    uint32_t spare;                 /* one of these that is free, + 1 */
    uint32_t hint[MSIM_LINE_HINTS]; /* by line: the slot that may hold it */
    uint32_t part_hint[1 << MSIM_PART_HINTS_BITS]; /* by hash: what may be the further part, + 1 */
    struct msim_patterns patterns;
};

/* `size` bytes, at least 1, that a use refers to; object 0: only the cache sees it. */
struct msim_line_ref {
    uint64_t address, origin;
    uint32_t size, object, use;
};

/* The others live as long. */
void msim_lines_init(struct msim_line_uses *lines, const struct msim_mem *mem,
                     const struct msim_machine *machine, const struct msim_owners *owners,
                     const struct msim_uses *uses);

/* A block of the object begins, at an address where another one of the same object may have
 * been. */
void msim_lines_begin_block(struct msim_line_uses *lines, uint32_t object, uint64_t address,
                            uint64_t bytes);

/* Ends all lives: the cache is emptied, or the run ends.  After the latter nothing may be
 * touched. */
void msim_lines_empty(struct msim_line_uses *lines);

/* Forgets all that was counted; lines stay in the cache. */
void msim_lines_forget(struct msim_line_uses *lines);

/* The time has at least MSIM_LINE_TIMES to go after it. */
void msim_lines_renumber(struct msim_line_uses *lines);

/* References a line that is not as before, or several. */
void msim_lines_touch_slowly(struct msim_line_uses *lines, const struct msim_line_ref *ref);

/* The bits of the bytes first..last of a line. */
static inline uint64_t msim_line_mask(const struct msim_line_uses *lines, uint64_t first,
                                      uint64_t last)
{
    uint64_t low = first >> lines->unit, high = last >> lines->unit;
    return ((UINT64_C(2) << (high - low)) - 1) << low;
}

/* Takes a reference of an object, or if `object` is 0 of none, if it is within one line whose part
 * is the one that was touched last; false: it was not taken. */
static inline bool msim_lines_touch_again(struct msim_line_uses *lines, uint64_t address,
                                          uint32_t size, uint64_t origin, uint32_t object)
{
    uint64_t first = address & lines->within, last = first + size - 1;
    uint64_t line = address >> lines->cache.shift;
    uint32_t slot = lines->hint[line & (MSIM_LINE_HINTS - 1)];
    if (last > lines->within || lines->tag[slot] != line + 1)
        return false;
    struct msim_line_part *part = &lines->part[slot];
    if (part->object != object || part->origin != origin || part->ended)
        return false;
    lines->cache.stamp[slot] = ++lines->now;
    part->mask |= msim_line_mask(lines, first, last);
    return true;
}

/* Takes a reference, in the order of the program.  The caller must call msim_lines_renumber()
 * before the time runs out. */
static inline void msim_lines_touch(struct msim_line_uses *lines, const struct msim_line_ref *ref)
{
    if (lines->on &&
        !msim_lines_touch_again(lines, ref->address, ref->size, ref->origin, ref->object))
        msim_lines_touch_slowly(lines, ref);
}
