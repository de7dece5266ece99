/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Complete segments and their counts; see segments.h. */
#include "segments.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"

#include "memory.h"

void msim_segments_init(struct msim_segments *segments, const struct msim_machine *machine,
                        bool counts_only)
{
    const struct msim_mem *mem = &msim_tool_mem;
    msim_dict_init(&segments->dict, mem);
    msim_profile_init(&segments->profile, mem, &segments->dict);
    if (counts_only) {
        msim_table_init(&segments->counter, mem, sizeof(uint64_t), MSIM_SEGMENTS_MAX);
        return;
    }
    segments->sim = msim_get(mem, sizeof *segments->sim, 64);
    msim_sim_init(segments->sim, mem, &segments->dict, &segments->profile, machine);
}

uint32_t msim_segments_add(struct msim_segments *segments, const struct msim_segment *segment)
{
    uint32_t number = msim_dict_segment(&segments->dict, segment);
    if (number == UINT32_MAX) {
        VG_(fmsg)
        ("memsim: this program has more than %d pieces of code, the most there are "
         "numbers for\n",
         MSIM_SEGMENTS_MAX);
        VG_(exit)(1);
    }
    msim_profile_extend(&segments->profile);
    if (segments->sim)
        msim_sim_extend(segments->sim);
    else
        while (segments->counter.used < segments->dict.segments.used)
            msim_table_add(&segments->counter);
    return number;
}

uint64_t *msim_segments_counter(const struct msim_segments *segments, uint32_t segment)
{
    return msim_table_at(&segments->counter, segment);
}

void msim_segments_settle(struct msim_segments *segments)
{
    if (segments->sim) {
        msim_sim_settle(segments->sim);
        return;
    }
    for (uint32_t number = 0; number < segments->counter.used; number++) {
        uint64_t *counter = msim_segments_counter(segments, number);
        if (*counter)
            msim_profile_add_segment(&segments->profile, number, *counter);
        *counter = 0;
    }
}

void msim_segments_clear(struct msim_segments *segments)
{
    msim_segments_settle(segments);
    msim_profile_clear(&segments->profile);
}
