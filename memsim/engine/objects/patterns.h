/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was touched of lines while they were in the cache, by object: how often each pattern
 * occurred, which is the offset of a line in the object and a mask of the bytes touched.
 *
 * A group has the patterns of one object, or of one chunk of a loaded file's variables; chunks grow
 * with their number.  It keeps up to MSIM_PATTERNS with exact offsets.  When it is full, offsets
 * become those modulo the least common multiple of a line and of the stride of the instruction that
 * touched the line first: lines at equal places among the elements of an array are one pattern
 * then, whatever field it is.  What finds no room even so, and fully touched lines once the group
 * is full, are counted without their pattern.
 *
 * Cost: up to 4 KB per object or chunk.
 */
#pragma once

#include "stream/lookup.h"

enum {
    MSIM_PATTERN_BITS = 7,
    MSIM_PATTERNS = 1 << MSIM_PATTERN_BITS,
    MSIM_PATTERN_INDEX = 2 * MSIM_PATTERNS
};

struct msim_pattern {
    int64_t offset; /* of the line's first byte */
    uint64_t mask;
    uint64_t times;
};

struct msim_pattern_group {
    uint32_t object, same_hash;
    uint64_t chunk;      /* 0: all of the object */
    uint64_t modulus;    /* of offsets; 0: they are exact */
    int64_t first, last; /* lowest and highest offset of a line */
    struct msim_pattern *pattern;
    uint8_t *index; /* of a full group, by hash: a pattern, + 1; 0: none */
    uint16_t used;
    uint8_t room;                      /* 0, or for 1 << (room - 1) */
    bool indexed;                      /* the index is that of the patterns */
    uint64_t lines, fetches, bytes;    /* msim_patterns_line() */
    uint64_t other_times, other_bytes; /* of what has no pattern */
};

struct msim_patterns {
    const struct msim_mem *mem;
    uint64_t line; /* bytes */
    struct msim_table groups;
    struct msim_lookup lookup;
    uint32_t chunks;                    /* that were added since they last grew, */
    unsigned doubled;                   /* and how often they did */
    void *spare[MSIM_PATTERN_BITS + 2]; /* memory that groups have outgrown */
};

/* Where a line is in an object.  `divided`: it belongs to the chunk of its offset. */
struct msim_line_place {
    uint32_t object;
    bool divided;
    int64_t offset;
};

void msim_patterns_init(struct msim_patterns *patterns, const struct msim_mem *mem, uint64_t line);

/* Counts a pattern, of which `bytes` bytes are touched; `stride` is 0 if it is not known. */
void msim_patterns_add(struct msim_patterns *patterns, const struct msim_line_place *place,
                       uint64_t mask, uint64_t bytes, uint64_t stride);

/* Counts a life of a line in which `bytes` of it were touched by the object.  `fetched`: the
 * reference that missed was one to the object. */
void msim_patterns_line(struct msim_patterns *patterns, const struct msim_line_place *place,
                        uint64_t bytes, bool fetched);

/* All groups begin anew. */
void msim_patterns_renew(struct msim_patterns *patterns);

static inline const struct msim_pattern_group *
msim_pattern_group_at(const struct msim_patterns *patterns, uint32_t number)
{
    return MSIM_TABLE_AT(&patterns->groups, number, struct msim_pattern_group);
}
