/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The requests of regions.h. */
#include "regions.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"

#include "engine/parts/open.h"
#include "include/memsim.h"
#include "tool/base/memory.h"
#include "tool/base/message.h"

#include "parts.h"
#include "tool/events/threads.h"

enum {
    NAME_MAX = 255,     /* bytes of a name */
    COMPLAINTS_MAX = 10 /* messages, after which no more are printed */
};

static struct {
    struct msim_dict *dict; /* NULL: events are not recorded */
    Bool counting;
    Bool started;
    struct msim_open open; /* the same as in the engine, to report errors where they occur */
    UInt complaints;
} regions;

void msim_regions_init(struct msim_dict *dict, Bool counting)
{
    regions.dict = dict;
    regions.counting = counting;
}

/* --- Messages ----------------------------------------------------------------------------- */

/* "WHAT, in FUNCTION (FILE:LINE); ALLOWED" */
static void complain(ThreadId tid, const HChar *name, const HChar *what, const HChar *allowed)
{
    if (regions.complaints == COMPLAINTS_MAX)
        return;
    const HChar *where = VG_(describe_IP)(VG_(current_DiEpoch)(), VG_(get_IP)(tid), NULL);
    msim_say("warning: region '%s' %s, at %s; %s\n", name, what, where, allowed);
    if (++regions.complaints == COMPLAINTS_MAX)
        msim_say("warning: further mistakes with regions are not reported\n");
}

/* --- Requests ----------------------------------------------------------------------------- */

/* Copies the program's string to `name`; False: it cannot be read. */
static Bool take_name(ThreadId tid, Addr at, HChar name[NAME_MAX + 2])
{
    msim_part_text(at, name, NAME_MAX + 2);
    if (VG_(strlen)(name) > NAME_MAX) {
        name[NAME_MAX] = 0;
        complain(tid, name, "has a longer name, which is cut", "at most 255 bytes are allowed");
    }
    if (!name[0])
        complain(tid, name, "has no name that can be read, and is left out",
                 "the name is a string that is not empty");
    return name[0] != 0;
}

static void start(ThreadId tid)
{
    if (!regions.started)
        msim_open_init(&regions.open, &msim_tool_mem);
    regions.started = True;
    msim_threads_record();
    msim_threads_start(tid);
    msim_open_run(&regions.open, msim_threads_number(tid));
}

static void begin(ThreadId tid, const HChar *name)
{
    uint32_t text = msim_dict_string(regions.dict, name);
    switch (msim_open_begin(&regions.open, text)) {
    case MSIM_OPEN_TOO_DEEP:
        complain(tid, name, "begins inside 64 others, and is left out",
                 "end regions before others begin");
        return;
    case MSIM_OPEN_TOO_MANY:
        complain(tid, name, "is one too many, and is left out",
                 "there may be 1048575 regions and paths of regions");
        return;
    default:
        msim_part_record(tid, MSIM_PART_BEGIN, name);
    }
}

static void end(ThreadId tid, const HChar *name)
{
    uint32_t text = msim_dict_string(regions.dict, name);
    if (msim_open_end(&regions.open, text) == MSIM_OPEN_NOT)
        complain(tid, name, "ends, but is not open in this thread",
                 "each MEMSIM_END needs a MEMSIM_BEGIN of the same name in the same thread");
    else
        msim_part_record(tid, MSIM_PART_END, name);
}

Bool msim_region_request(ThreadId tid, const UWord *arguments)
{
    HChar name[NAME_MAX + 2];
    UWord request = arguments[0];
    if (!VG_IS_TOOL_USERREQ('M', 'S', request) || request > VG_USERREQ__MEMSIM_MARK)
        return False;
    if (!regions.dict)
        return True;
    if (regions.counting) {
        complain(tid, "", "is not counted",
                 "remove --cache-sim=no or --tlb-sim=no, or add --calls=yes");
        regions.dict = NULL;
        return True;
    }
    if (!take_name(tid, arguments[1], name))
        return True;
    start(tid);
    if (request == VG_USERREQ__MEMSIM_BEGIN)
        begin(tid, name);
    else if (request == VG_USERREQ__MEMSIM_END)
        end(tid, name);
    else
        msim_part_record(tid, MSIM_PART_MARK, name);
    return True;
}
