/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A layout in use: the mapper (engine/caches/mapper.h) of a replay whose data is laid out by rules.
 *
 * Heap events say which blocks there are.  A block whose site a rule names gets a plan (plan.h) and
 * an address for each part of it (space.h), unless its only part needs no more than the program's
 * allocator gave it: then it stays, and only its fields move.
 *
 * The event of an allocation comes when the allocator has returned.  What it wrote before, to the
 * block or its header, belongs to the block already; so the next allocation is known in advance
 * (ahead.h), and its block begins when the event before it is over.  A block that was freed keeps
 * its new place for the allocator's links in it, until its memory is allocated again; if that is
 * for the same site and size, so is the place.
 *
 * What no rule moves stays where it is, but what malloc cut from its heap above a block that is in
 * a pool now moves closer (gaps.h).
 *
 * The allocator's own words (the 8 bytes before a block, and what its functions write into blocks)
 * go where the block goes, byte by byte.  Of blocks in pools they are dropped, with all that malloc
 * and free refer to for such a block, because a pool does not call them.
 *
 * Counts: row 0 has all other data, row 1 the allocator's words of the rules' blocks, and then each
 * rule has a row for each of its fields and one for the rest.  With `identity`, all data stays, and
 * counts in the same rows: that is what a layout is compared with.
 */
#pragma once

#include <stdbool.h>

#include "ahead.h"
#include "cmd/data/space/gaps.h"
#include "cmd/data/space/space.h"
#include "cmd/layout/rules/plan.h"
#include "engine/blocks/spans.h"
#include "engine/caches/mapper.h"
#include "sites.h"
#include "stream/dict.h"

enum { MSIM_RELOCATION_OTHER, MSIM_RELOCATION_ALLOCATOR, MSIM_RELOCATION_ROWS };

/* What became of a rule's blocks, for the results. */
struct msim_relocation_counts {
    uint64_t blocks, bytes; /* in all */
    uint64_t least, most;   /* bytes of one */
    uint64_t unfit;         /* without the rule's fields, or smaller than its element */
    uint64_t moved;         /* that got another address */
    uint64_t part_bytes[4]; /* of an element in the first parts; */
    unsigned parts;         /* of how many */
};

struct msim_relocation_rule {
    const struct msim_layout_rule *rule;
    const struct msim_plan_type *type; /* NULL: none is known */
    struct msim_relocation_plan {
        uint64_t element;
        bool fits;
        struct msim_plan plan;
    } * *plan;
    size_t plans;
    struct msim_index index; /* of plans by element */
    uint32_t row;            /* the first one */
    char **name;             /* of the rows but the last */
    size_t names;
    unsigned region; /* the first */
    struct msim_relocation_counts counts;
};

struct msim_relocated;

/* Frames of functions that rules name (frames.c). */
struct msim_frames {
    bool on;         /* a rule is for the stack */
    bool calls;      /* the trace has calls */
    uint64_t called; /* the CFA of the function that was called last, if it has not begun; else 0 */
    bool *watched;   /* by site */
    uint32_t sites;
    struct msim_frame_of {
        uint64_t cfa, address;
    } * frame;
    size_t used;
};

/* Which code is the allocator's (allocator.c).  Starts zeroed. */
struct msim_allocator_code {
    bool *is; /* by site */
    uint32_t sites;
};

struct msim_relocation {
    bool identity;
    uint64_t line; /* bytes, for variables */
    struct msim_sites *sites;
    struct msim_relocation_rule *rule;
    size_t rules;
    unsigned regions;
    struct msim_space space;
    struct msim_gaps gaps;   /* that pooled blocks leave in malloc's heap */
    struct msim_spans spans; /* of blocks by address; the owner is a number of `block` */
    msim_span_set set;
    uint64_t lowest, highest; /* addresses that blocks ever had */
    struct msim_relocated *block;
    size_t blocks;
    uint32_t spare;         /* block + 1 that is not used; 0: none */
    uint32_t last;          /* block + 1 that was referred to last */
    const uint64_t **event; /* the chunk's heap events, and the next one after it */
    size_t events, next;
    const struct msim_ahead *ahead;
    size_t chunk; /* number of the next one */
    struct msim_allocator_code allocator;
    struct msim_frames frames;
    bool unneeded;          /* the allocator is at work for a pool's block */
    uint32_t pointer_block; /* whose pointer is in a register, */
    uint64_t pointer_element;
    void (*mapped)(void *self, const uint64_t *record); /* gets mappings, before variables move */
    void *mapped_self;
};

/* Sees a reference, before it is mapped.  Call it only if a rule is for the stack. */
void msim_frames_see(struct msim_relocation *relocation, const struct msim_segment *segment,
                     const struct msim_access *access, uint64_t first);

/* `map` of the mapper; `self` is the struct msim_relocation. */
unsigned msim_relocation_map(void *self, const struct msim_segment *segment,
                             const struct msim_access *access, uint64_t first, uint32_t size,
                             struct msim_piece *piece);

/* Starts zeroed but for `identity`, `line`, `sites`, `ahead` and `mapped`.  `type` has one for each
 * rule.  False: the layout has too many parts, or a field that a type lacks; *wrong says what, from
 * malloc. */
bool msim_relocation_init(struct msim_relocation *relocation,
                          const struct msim_layout_rules *layout,
                          const struct msim_plan_type *const *type, char **wrong);

/* The mapper, for msim_sim_attach_mapper(). */
struct msim_mapper msim_relocation_mapper(struct msim_relocation *relocation);

/* The number of rows. */
uint32_t msim_relocation_rows(const struct msim_relocation *relocation);

/* A variable of the rule is at the address from now on. */
void msim_relocation_variable(struct msim_relocation *relocation, size_t rule, uint64_t address,
                              uint64_t bytes);

/* True: it is code of malloc, free and what they call, but not what copies and clears for them. */
bool msim_is_allocator(struct msim_allocator_code *code, const struct msim_dict *dict,
                       uint32_t site);
