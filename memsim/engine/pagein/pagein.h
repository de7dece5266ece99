/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Page-ins: the pages in the order of their first touch, with the time and the instruction of each.
 *
 * A page is touched by a fetch, a load, a store, or the kernel on the program's behalf.  An access
 * that extends into a second page touches both, the lower one first.  A page that was unmapped,
 * moved away, mapped over or discarded is new again.  A forked child starts with an empty list.
 * Pages of the library that the tool makes programs preload are left out, and only counted.
 *
 * Where touches come from: if the simulator's TLBs have pages of 4 KB, it passes on what misses
 * them (touch.h); every other reference hits in a page that was seen before.  Pages that are new
 * again but still in a TLB are watched, and so are pages that were only read and whose first write
 * is a fault.  With other TLBs, a pass over all records finds the touches (pagepass.h).
 *
 * The time is the number of instructions begun before the one that touched the page: exact, and the
 * same in each run.  Or it is in microseconds, from the TIME events.
 *
 * Zeroed variables of a loaded file are anonymous memory that the loader maps; areas.h says where.
 *
 * Cost: 48 bytes for each line of the list, up to MSIM_PAGEINS_MAX lines; further ones are only
 * counted.  A test of a byte for each TLB miss; and pageset.h, mappings.h.
 */
#pragma once

#include "engine/base/about.h"
#include "engine/base/observer.h"
#include "engine/base/text.h"
#include "engine/caches/sim.h"
#include "engine/machine/profile.h"
#include "engine/where/areas.h"
#include "faults.h"
#include "inparts.h"
#include "options.h"
#include "stream/dict.h"

enum { MSIM_PAGEINS_MAX = 1 << 24 };

/* One line of the list. */
struct msim_pagein_line {
    uint64_t page; /* its address */
    uint64_t time;
    uint64_t instr;   /* address; 0: before the start */
    uint32_t site;    /* of the instruction */
    uint32_t object;  /* that contains the instruction: a string + 1; 0: unknown */
    uint32_t backing; /* of the page (mappings.h) */
    uint32_t offset;  /* in the file, in pages of 4 KB */
    uint32_t part;    /* of the run (inparts.h) */
    uint8_t access;   /* x, r, w or k */
};

struct msim_pagein {
    const struct msim_dict *dict;
    struct msim_pagein_options options;
    struct msim_sim *sim;           /* NULL: a pass finds the touches (pagepass.h) */
    struct msim_contexts *contexts; /* get counts of pages; NULL: no contexts */
    struct msim_pagein_parts in_parts;
    const uint64_t *record; /* the record that the pass has reached */
    struct msim_faults faults;
    struct msim_area_map areas; /* know which zeroed pages are variables of a loaded file */
    struct msim_pageset listed; /* for larger pages: by address >> page_shift */
    struct msim_table lines;
    uint64_t not_listed;
    uint64_t left_out;          /* pages of 4 KB of the tool's own library */
    uint64_t code, data, start; /* numbers of lines; `start`: of those before the program's start */
    uint64_t microseconds;
};

/* The row of the table of observers; its state begins with a struct msim_pagein. */
extern const struct msim_observer msim_pagein_observer;

void msim_pagein_init(struct msim_pagein *pagein, const struct msim_mem *mem,
                      const struct msim_dict *dict, const struct msim_pagein_options *options);

/* Says to the simulator, which calls msim_pagein_touch(), what to watch. */
void msim_pagein_watch(struct msim_pagein *pagein, struct msim_sim *sim);

/* `pagein` is a struct msim_pagein. */
void msim_pagein_touch(void *pagein, const struct msim_page_touch *touch);

/* Takes any event of the stream; `instructions` were begun before it. */
void msim_pagein_event(struct msim_pagein *pagein, const uint64_t *record, uint64_t instructions);

/* Call in a forked child. */
void msim_pagein_clear(struct msim_pagein *pagein);

/* Writes memsim.pagein.PID; `profile` shows which code has run. */
void msim_pagein_file(const struct msim_pagein *pagein, const struct msim_profile *profile,
                      const struct msim_about *about, const struct msim_mem *mem,
                      const struct msim_sink *sink);

/* Writes "Page-ins: 1,234 touched (567 code, 667 data), minor faults predicted: 890". */
void msim_pagein_summary(const struct msim_pagein *pagein, const struct msim_lines *lines);
