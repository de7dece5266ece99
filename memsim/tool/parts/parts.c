/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of parts.h. */
#include "parts.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

#include "tool/events/areas.h"
#include "tool/events/threads.h"
#include "tool/record/clock.h"
#include "tool/record/recorder.h"

static struct msim_dict *dictionary; /* NULL: no events are recorded */

void msim_part_record_init(struct msim_dict *dict)
{
    dictionary = dict;
}

void msim_part_record(ThreadId tid, enum msim_part_call call, const HChar *text)
{
    if (!dictionary)
        return;
    if (tid != VG_INVALID_THREADID) {
        msim_threads_record();
        msim_threads_start(tid);
    }
    uint64_t word = (uint64_t)msim_dict_string(dictionary, text) << 32 | call;
    msim_areas_event(NULL);
    msim_clock_event(NULL);
    msim_recorder_event(NULL, MSIM_EVENT_PART, &word, MSIM_PART_WORDS);
}

void msim_part_text(Addr at, HChar *text, SizeT room)
{
    SizeT used = 0;
    for (; used + 1 < room; used++, at++) {
        Bool first = used == 0 || at % VKI_PAGE_SIZE == 0;
        if (first && !VG_(am_is_valid_for_client)(at, 1, VKI_PROT_READ))
            break;
        if (!*(const HChar *)at)
            break;
        text[used] = *(const HChar *)at;
    }
    text[used] = 0;
}
