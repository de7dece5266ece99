/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The looks of shortage.h. */
#include "shortage.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"

#include "tool/base/limit.h"
#include "tool/base/memory.h"
#include "tool/base/message.h"
#include "tool/base/options.h"

enum { LOOK_MS = 100, MB = 1024 * 1024 };

/* Memory is short below these fractions of the machine's memory, or these megabytes if that is
 * less. */
enum { TWICE_PART = 2, TWICE_MOST = 1024 };
enum { NEAR_PART = 4, NEAR_MOST = 256, HERE_PART = 8, HERE_MOST = 96 };

/* In memory that all processes share. */
struct found {
    Bool near;
    ULong left; /* bytes that were left at MSIM_SHORTAGE_HERE; 0: not reached */
};

static struct {
    struct found *found;
    UInt next; /* milliseconds */
} shortage;

static ULong all(void)
{
    return msim_options.memory_limit;
}

void msim_shortage_init(void)
{
    shortage.found = msim_memory_shared(sizeof *shortage.found);
}

static Bool is_below(ULong left, UInt part, UInt most)
{
    ULong least = all() / part, highest = (ULong)most * MB;
    return left < (least < highest ? least : highest);
}

enum msim_shortage msim_shortage_look(void)
{
    UInt now = VG_(read_millisecond_timer)();
    if (!all() || (Int)(now - shortage.next) < 0)
        return MSIM_SHORTAGE_NONE;
    shortage.next = now + LOOK_MS;
    ULong left = msim_memory_left();
    if (is_below(left, HERE_PART, HERE_MOST)) {
        shortage.found->left = left ? left : 1;
        return MSIM_SHORTAGE_HERE;
    }
    if (shortage.found->near || !is_below(left, NEAR_PART, NEAR_MOST))
        return MSIM_SHORTAGE_NONE;
    shortage.found->near = True;
    msim_say("note: memory is short (%llu MB left of %llu MB), so contexts and uses of objects "
             "take no more\n",
             left / MB, all() / MB);
    return MSIM_SHORTAGE_NEAR;
}

void msim_shortage_refuse(void)
{
    ULong needed = msim_memory_total();
    if (!all() || needed < all())
        return;
    VG_(fmsg)
    ("memsim: what is asked for needs %llu MB of memory to begin, and the machine, its control "
     "group and ulimit give %llu MB\n",
     needed / MB, all() / MB);
    VG_(fmsg)
    ("... ask for less (--objects-sim=no, --calls=no, --cores=1, a smaller --L3=), or give the run "
     "more memory\n");
    VG_(exit)(1);
}

Bool msim_shortage_is_near(void)
{
    return all() && is_below(msim_memory_left(), TWICE_PART, TWICE_MOST);
}

/* The child shares the warning that was given before the fork. */
void msim_shortage_in_child(void)
{
    if (!shortage.found)
        return;
    Bool near = shortage.found->near;
    msim_memory_shared_in_child(shortage.found, sizeof *shortage.found);
    shortage.found->near = near;
}

Bool msim_shortage_report(void)
{
    ULong left = shortage.found->left;
    if (!left)
        return False;
    msim_say("error: the observers end here, as %llu MB of memory are left of the %llu MB that the "
             "machine, its control group and ulimit give\n",
             left / MB, all() / MB);
    msim_say("... for the whole run, give it more memory, or ask for less: --calls=no, "
             "--objects-sim=no, --interval=none\n");
    return True;
}
