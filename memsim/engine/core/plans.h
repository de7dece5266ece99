/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plans of all segments, by number: each is made when it is first asked for. */
#pragma once

#include "pipeline.h"
#include "stream/dict.h"

struct msim_plans {
    struct msim_table table; /* struct msim_planned */
    const struct msim_dict *dict;
    struct msim_pipeline *by; /* plans them; all cores are alike */
};

static inline void msim_plans_init(struct msim_plans *plans, const struct msim_mem *mem,
                                   const struct msim_dict *dict, struct msim_pipeline *by)
{
    plans->dict = dict;
    plans->by = by;
    msim_table_init(&plans->table, mem, sizeof(struct msim_planned), MSIM_SEGMENTS_MAX);
}

/* That of a record's segment. */
static inline const struct msim_planned *msim_plans_of(struct msim_plans *plans, uint64_t header)
{
    uint32_t number = msim_header_segment(header);
    while (plans->table.used <= number)
        msim_table_add(&plans->table);
    struct msim_planned *plan = MSIM_TABLE_AT(&plans->table, number, struct msim_planned);
    if (!plan->segment)
        msim_pipeline_plan(plans->by, plan, msim_dict_segment_at(plans->dict, number));
    return plan;
}
