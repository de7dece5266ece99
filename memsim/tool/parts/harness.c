/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The client requests of harness.h. */
#include "harness.h"

#include "pub_tool_clreq.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_threadstate.h"

#include "inherit.h"
#include "parts.h"
#include "tool/base/options.h"
#include "tool/record/onoff.h"

/* Their numbers; Cachegrind has these requests since Valgrind 3.22. */
enum {
    CALLGRIND_DUMP = VG_USERREQ_TOOL_BASE('C', 'T'),
    CALLGRIND_ZERO,
    CALLGRIND_TOGGLE,
    CALLGRIND_DUMP_AT,
    CALLGRIND_START,
    CALLGRIND_STOP,
    CACHEGRIND_START = VG_USERREQ_TOOL_BASE('C', 'G'),
    CACHEGRIND_STOP
};

static const HChar dump_text[] = "Client Request";

/* Records a dump, with the program's text if it gives one. */
static void dump(ThreadId tid, Addr text)
{
    enum { ROOM = 4096 };
    HChar reason[ROOM];
    SizeT used = VG_(snprintf)(reason, ROOM, "%s: ", dump_text);
    msim_part_text(text, reason + used, ROOM - used);
    msim_part_record(tid, MSIM_PART_DUMP, reason);
}

static void start(ThreadId tid, Bool flushes)
{
    if (msim_options.at_start != MSIM_AT_START_AUTO)
        flushes = msim_options.at_start == MSIM_AT_START_FLUSH;
    if (msim_onoff_set(True))
        msim_part_record(tid, MSIM_PART_ON, flushes ? MSIM_PART_FLUSH : "");
}

static void stop(ThreadId tid)
{
    if (msim_onoff_set(False))
        msim_part_record(tid, MSIM_PART_OFF, "");
}

void msim_harness_init(void)
{
    Bool on = msim_options.instr_at_start;
    if (msim_options.instr_inherited)
        on = msim_inherited();
    msim_onoff_init(on, msim_options.at_start);
    if (!on)
        msim_part_record(VG_INVALID_THREADID, MSIM_PART_OFF, "");
}

Bool msim_harness_request(ThreadId tid, const UWord *arguments)
{
    switch (arguments[0]) {
    case CALLGRIND_DUMP:
        msim_part_record(tid, MSIM_PART_DUMP, dump_text);
        return True;
    case CALLGRIND_DUMP_AT:
        dump(tid, arguments[1]);
        return True;
    case CALLGRIND_ZERO:
        msim_part_record(tid, MSIM_PART_ZERO, "");
        return True;
    case CALLGRIND_TOGGLE:
        msim_part_record(tid, MSIM_PART_TOGGLE, "");
        return True;
    case CALLGRIND_START:
    case CACHEGRIND_START:
        start(tid, arguments[0] == CALLGRIND_START);
        return True;
    case CALLGRIND_STOP:
    case CACHEGRIND_STOP:
        stop(tid);
        return True;
    default:
        return False;
    }
}
