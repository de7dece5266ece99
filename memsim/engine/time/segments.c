/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The segments of segments.h. */
#include "segments.h"

#include "engine/base/text.h"

#define SEVERAL UINT32_MAX

uint32_t msim_interval_function(const struct msim_dict *dict, const struct msim_site *site)
{
    bool named = !site->object || !msim_same_text(msim_dict_text(dict, site->function), "???");
    return named ? site->function : site->object - 1;
}

void msim_interval_segments_init(struct msim_interval_segments *segments,
                                 const struct msim_mem *mem, const struct msim_dict *dict)
{
    segments->dict = dict;
    msim_table_init(&segments->table, mem, sizeof(struct msim_interval_segment), MSIM_SEGMENTS_MAX);
}

static uint32_t function_of(const struct msim_dict *dict, const struct msim_instr *instr)
{
    return msim_interval_function(dict, msim_dict_site_at(dict, instr->site));
}

/* Continued instructions were counted in the segment in which they began. */
static struct msim_interval_segment describe(const struct msim_dict *dict,
                                             const struct msim_segment *segment)
{
    struct msim_interval_segment is = {.function = SEVERAL};
    is.instrs = (uint16_t)(segment->instrs_used - segment->continued);
    for (unsigned i = segment->continued; i < segment->instrs_used; i++) {
        uint32_t function = function_of(dict, &segment->instrs[i]);
        if (i > segment->continued && function != is.function) {
            is.function = SEVERAL;
            break;
        }
        is.function = function;
    }
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        is.reads += !segment->accesses[i].maybe && !segment->accesses[i].write;
        is.writes += !segment->accesses[i].maybe && segment->accesses[i].write;
    }
    return is;
}

void msim_interval_segments_extend(struct msim_interval_segments *segments)
{
    const struct msim_dict *dict = segments->dict;
    while (segments->table.used < dict->segments.used) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, segments->table.used);
        struct msim_interval_segment *is = msim_table_add(&segments->table);
        *is = describe(dict, segment);
    }
}

static void add_each(const struct msim_dict *dict, const struct msim_segment *segment,
                     uint64_t times, struct msim_tally *functions)
{
    for (unsigned i = segment->continued; i < segment->instrs_used; i++)
        msim_tally_add(functions, function_of(dict, &segment->instrs[i]), times);
}

void msim_interval_segment_add(const struct msim_interval_segments *segments, uint32_t segment,
                               uint64_t times, uint64_t *refs, struct msim_tally *functions)
{
    const struct msim_interval_segment *is =
        MSIM_TABLE_AT(&segments->table, segment, struct msim_interval_segment);
    refs[MSIM_FETCH] += times * is->instrs;
    refs[MSIM_READ] += times * is->reads;
    refs[MSIM_WRITE] += times * is->writes;
    if (is->function != SEVERAL)
        msim_tally_add(functions, is->function, times * is->instrs);
    else
        add_each(segments->dict, msim_dict_segment_at(segments->dict, segment), times, functions);
}
