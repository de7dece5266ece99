/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of inparts.h. */
#include "inparts.h"

enum { WAITING_MAX = 1 << 28 };

struct waiting {
    const uint64_t *record;
    uint32_t *part; /* the touch's part; NULL: this is a fault */
    uint32_t backing;
    enum msim_fault fault;
};

static void add_fault(struct msim_pagein_parts *parts, uint32_t part, uint32_t backing,
                      enum msim_fault fault)
{
    uint32_t number = part ? msim_pairs_number(&parts->faults, part, backing) : UINT32_MAX;
    if (number == UINT32_MAX)
        return;
    struct msim_fault_count *count = &msim_pagein_faults_at(parts, number)->count;
    count->first += fault == MSIM_FAULT_FIRST;
    count->copied += fault == MSIM_FAULT_COPIED;
}

static void claim(void *self, const uint64_t *end, uint32_t part)
{
    struct msim_pagein_parts *parts = self;
    struct msim_part_claimer *claimer = &parts->parts->claimer;
    claimer->next = NULL;
    for (; parts->claimed < parts->waiting.used; parts->claimed++) {
        const struct waiting *waiting = msim_table_at(&parts->waiting, parts->claimed);
        if (end && waiting->record >= end) {
            claimer->next = waiting->record;
            return;
        }
        if (waiting->part)
            *waiting->part = part;
        else
            add_fault(parts, part, waiting->backing, waiting->fault);
    }
    parts->waiting.used = parts->claimed = 0;
}

void msim_pagein_parts_init(struct msim_pagein_parts *parts, const struct msim_mem *mem,
                            struct msim_parts *of, bool waits)
{
    parts->parts = of;
    parts->waits = waits;
    msim_table_init(&parts->waiting, mem, sizeof(struct waiting), WAITING_MAX);
    msim_pairs_init(&parts->faults, mem, sizeof(struct msim_pagein_faults), MSIM_PAIRS_MAX);
    if (waits)
        of->claimer = (struct msim_part_claimer){NULL, claim, parts};
}

static void wait(struct msim_pagein_parts *parts, const struct waiting *wanted)
{
    struct waiting *waiting = msim_table_add(&parts->waiting);
    if (!waiting)
        return;
    *waiting = *wanted;
    if (!parts->parts->claimer.next)
        parts->parts->claimer.next = wanted->record;
}

void msim_pagein_parts_touch(struct msim_pagein_parts *parts, const uint64_t *record,
                             uint32_t *part)
{
    *part = 0;
    if (parts->waits)
        wait(parts, &(struct waiting){.record = record, .part = part});
    else if (parts->parts)
        *part = parts->parts->number;
}

void msim_pagein_parts_fault(struct msim_pagein_parts *parts, const uint64_t *record,
                             uint32_t backing, enum msim_fault fault)
{
    if (parts->waits)
        wait(parts, &(struct waiting){.record = record, .backing = backing, .fault = fault});
    else if (parts->parts)
        add_fault(parts, parts->parts->number, backing, fault);
}

void msim_pagein_parts_clear(struct msim_pagein_parts *parts)
{
    for (uint32_t i = 0; i < parts->faults.table.used; i++)
        msim_pagein_faults_at(parts, i)->count = (struct msim_fault_count){0, 0};
}
