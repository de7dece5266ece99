/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PART events: the program's requests about the parts of its run. */
#pragma once

#include "pub_tool_basics.h"

#include "stream/event.h"

/* After msim_recorder_init; the dictionary takes texts. */
void msim_part_record_init(struct msim_dict *dict);

/* Records an event of a thread, which must not be in guest code.  Does nothing if events are not
 * recorded. */
void msim_part_record(ThreadId tid, enum msim_part_call call, const HChar *text);

/* Copies the program's text at this address, up to its end, or the end of the room or of readable
 * memory. */
void msim_part_text(Addr at, HChar *text, SizeT room);
