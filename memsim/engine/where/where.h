/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What contains an address: a live block of the heap, else what is mapped there.  Blocks that may
 * lie in others come first; blocks of memory pools are not considered.
 */
#pragma once

#include "areas.h"
#include "engine/blocks/live.h"
#include "engine/blocks/spans.h"
#include "engine/parts/contexts.h"
#include "lives.h"
#include "owners.h"

enum {
    MSIM_ENDINGS = 4096,
    MSIM_RECENT_BLOCKS = 1024,
    MSIM_RECENT_LARGE = 64,
    MSIM_RECENT_FILES = 64
};

/* A block that was found before; it holds as long as *guard does not change. */
struct msim_recent_block {
    uint64_t first, bytes; /* bytes 0: no block */
    const uint32_t *guard;
    uint32_t guarded, owner;
};

/* An answer: the addresses around that have the same object, with offsets counted from `origin`.
 * It holds as long as *guard does not change; NULL: only now. */
struct msim_where {
    uint32_t object;
    bool divided; /* uses of it are divided into chunks */
    uint64_t origin, first, last;
    const uint32_t *guard;
};

/* An answer for a mapped file without blocks; it holds as long as mappings do not change. */
struct msim_recent_file {
    struct msim_where where;
    uint32_t changed;
};

/* A stack without blocks that was found before; it holds as long as mappings do not change. */
struct msim_recent_stack {
    struct msim_area *area;
    uint64_t first, last;
    uint32_t changed;
};

struct msim_where_map {
    struct msim_area_map areas;
    struct msim_live live; /* blocks of malloc and the like */
    /* Blocks of the program's own allocators (--allocator), and those that it reports by client
     * requests.  They may lie in blocks of malloc, and then count instead of those. */
    struct msim_spans inner;
    msim_span_set inner_set;
    struct msim_lives lives; /* of all blocks ever */
    struct msim_owners owners;
    const struct msim_context_observer *contexts;        /* its `frame` is NULL: no contexts */
    struct msim_recent_block recent[MSIM_RECENT_BLOCKS]; /* by address / 32, */
    struct msim_recent_block large[MSIM_RECENT_LARGE];   /* and, if they are large, / 64 KB */
    struct msim_recent_file files[MSIM_RECENT_FILES];    /* by address / 4 KB */
    struct msim_recent_stack stack;
    uint32_t ended[MSIM_ENDINGS]; /* how many blocks ended, by a hash of their addresses, */
    uint32_t changed;             /* and how often mappings changed */
    struct msim_table pointer;    /* uint64_t: the thread pointer, by thread */
    uint32_t thread;              /* the running thread */
};

void msim_where_init(struct msim_where_map *map, const struct msim_mem *mem,
                     const struct msim_dict *dict, const struct msim_context_observer *contexts);

struct msim_where msim_where_is(struct msim_where_map *map, uint64_t address);

/* The lowest address that a variable of a frame may have: the frame begins at `begin`, is its
 * stack's innermost one, and the area of memory begins at `first`. */
uint64_t msim_where_frame_ends(const struct msim_area *area, uint64_t begin, uint64_t first);

/* Takes an event of the stream. */
void msim_where_event(struct msim_where_map *map, const uint64_t *record, uint64_t instructions);
