/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The names of named.h.
 *
 * Cost: each symbol's name is looked up once, and compared with each name that options give; that
 * is a tenth of a second for 50,000 symbols of C++, and nothing without such options.
 */
#include "named.h"

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

#include "engine/base/observer.h"
#include "engine/base/text.h"
#include "tool/base/message.h"

enum { NAMES_MAX = 64 }; /* beyond it, they are not looked for */

/* Missing in the headers for tools: an object's symbols. */
struct address {
    Addr main;
};
extern Int VG_(DebugInfo_syms_howmany)(const DebugInfo *object);
extern void VG_(DebugInfo_syms_getidx)(const DebugInfo *object, Int number, struct address *address,
                                       UInt *size, const HChar **name, const HChar ***others,
                                       Bool *is_code, Bool *is_indirect, Bool *is_global);

struct wanted {
    const HChar *option, *name;
    Bool found;
};

/* Returns how many are not found yet. */
static UInt look_for(struct wanted *wanted, UInt used, const HChar *name)
{
    UInt left = 0;
    for (UInt i = 0; i < used; i++) {
        if (!wanted[i].found)
            wanted[i].found = msim_glob_function(wanted[i].name, name);
        left += !wanted[i].found;
    }
    return left;
}

static UInt look_in(struct wanted *wanted, UInt used, const DebugInfo *object)
{
    DiEpoch epoch = VG_(current_DiEpoch)();
    UInt left = used;
    for (Int i = 0; i < VG_(DebugInfo_syms_howmany)(object) && left; i++) {
        struct address address;
        const HChar *name, **others;
        Bool is_code, is_indirect, is_global;
        UInt size;
        VG_(DebugInfo_syms_getidx)
        (object, i, &address, &size, &name, &others, &is_code, &is_indirect, &is_global);
        if (is_code && VG_(get_fnname)(epoch, address.main, &name))
            left = look_for(wanted, used, name);
    }
    return left;
}

void msim_report_unknown_names(const struct msim_needs *needs)
{
    struct wanted wanted[NAMES_MAX];
    UInt used = 0;
    for (; needs->named.name && used < NAMES_MAX; used++) {
        wanted[used].found = False;
        wanted[used].name = needs->named.name(needs->named.options, used, &wanted[used].option);
        if (!wanted[used].name)
            break;
    }
    const DebugInfo *object = NULL;
    for (UInt left = used; left && (object = VG_(next_DebugInfo)(object));)
        left = look_in(wanted, used, object);
    for (UInt i = 0; i < used; i++)
        if (!wanted[i].found)
            msim_say("warning: %s=%s: no function has this name in what is loaded at the start; * "
                     "and ? match\n",
                     wanted[i].option, wanted[i].name);
}
