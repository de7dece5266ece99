/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PART events: what the program says of the parts of its run. */
#ifndef MSIM_TOOL_PARTS_PARTS_H
#define MSIM_TOOL_PARTS_PARTS_H

#include "pub_tool_basics.h"

#include "stream/event.h"

/* After msim_recorder_init; the dictionary takes texts. */
void msim_part_record_init(struct msim_dict *dict);

/* Records an event of a thread, which does not run guest code now.  Nothing if no events are
 * recorded. */
void msim_part_record(ThreadId tid, enum msim_part_call call, const HChar *text);

/* Copies the program's text at this address, up to its end or that of the room or of readable
 * memory. */
void msim_part_text(Addr at, HChar *text, SizeT room);

#endif
