/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Page-ins: which page the program touches first, second, and so on, when, and what did it.
 *
 * A page is touched by a fetch, a load, a store, and by the kernel on the program's behalf; an access
 * that reaches into a second page touches both, the lower one first.  A page that was unmapped, moved
 * away, mapped over or discarded is new again.  A forked child starts with an empty list.
 *
 * Who calls: where the simulator's TLBs have pages of 4 KB it hands over what misses them (touch.h), and
 * everything else is a hit on a page seen before.  What a TLB still holds of a page that is new again,
 * and pages that were only read and whose first write is a fault, are watched.  Elsewhere a pass over all
 * records does it (pagepass.h).
 *
 * Time is instructions begun before the one that touched: exact, and the same in each run; or
 * microseconds of the events that tell them.
 *
 * Cost: 48 bytes for each line of the list, up to MSIM_PAGEINS_MAX, beyond which they are counted only;
 * a look at a byte for each TLB miss; and pageset.h, mappings.h.
 */
#ifndef MSIM_ENGINE_PAGEIN_PAGEIN_H
#define MSIM_ENGINE_PAGEIN_PAGEIN_H

#include "stream/dict.h"
#include "faults.h"
#include "options.h"
#include "engine/base/lines.h"
#include "engine/base/observer.h"
#include "engine/caches/profile.h"
#include "engine/caches/sim.h"

enum { MSIM_PAGEINS_MAX = 1 << 24 };

/* One line of the list. */
struct msim_pagein_line {
    uint64_t page; /* its address */
    uint64_t time;
    uint64_t instr;   /* address; 0: none, before the start */
    uint32_t site;    /* of the instruction */
    uint32_t object;  /* where that lies: a string + 1; 0: unknown */
    uint32_t backing; /* of the page (mappings.h) */
    uint32_t offset;  /* in the file, in pages of 4 KB */
    uint8_t access;   /* x, r, w or k */
};

struct msim_pagein {
    const struct msim_dict *dict;
    struct msim_pagein_options options;
    struct msim_sim *sim; /* NULL: a pass of its own */
    struct msim_faults faults;
    struct msim_pageset listed; /* where its pages are larger: by address >> page_shift */
    struct msim_table lines;
    uint64_t not_listed;
    uint64_t code, data, start; /* lines; `start`: of those, before the program began */
    uint64_t microseconds;
};

/* The row of the table of observers; its state begins with a struct msim_pagein. */
extern const struct msim_observer msim_pagein_observer;

void msim_pagein_init(struct msim_pagein *pagein, const struct msim_mem *mem,
                      const struct msim_dict *dict, const struct msim_pagein_options *options);

/* From now on it watches what it must through `sim`, which calls msim_pagein_touch. */
void msim_pagein_attach(struct msim_pagein *pagein, struct msim_sim *sim);

void msim_pagein_touch(struct msim_pagein *pagein, const struct msim_page_touch *touch);

/* Any event of the stream; `instructions` were begun before it. */
void msim_pagein_event(struct msim_pagein *pagein, const uint64_t *record, uint64_t instructions);

/* The process is a child from now on. */
void msim_pagein_clear(struct msim_pagein *pagein);

/* memsim.pagein.PID; `profile` says which code has run. */
void msim_pagein_file(const struct msim_pagein *pagein, const struct msim_profile *profile,
                      const char *command, const struct msim_mem *mem,
                      const struct msim_sink *sink);

/* Page-ins: 1,234 touched (567 code, 667 data), minor faults predicted: 890 */
void msim_pagein_summary(const struct msim_pagein *pagein, const struct msim_lines *lines);

#endif
