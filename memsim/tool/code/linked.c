/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The addresses of linked.h. */
#include "linked.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "buildid.h"

static void add_build_id(struct msim_dict *dict, Addr instr, const HChar *object)
{
    static const HChar form[] = "# build-id: %s %s";
    HChar id[MSIM_BUILD_ID_ROOM];
    if (!msim_build_id(instr, id))
        return;
    SizeT room = sizeof form + sizeof id + VG_(strlen)(object);
    HChar *text = VG_(malloc)("msim.linked", room);
    VG_(snprintf)(text, room, form, id, object);
    msim_dict_string(dict, text);
    VG_(free)(text);
}

static SizeT distance(Addr a, Addr b)
{
    return a > b ? a - b : b - a;
}

/* The object's debug information.  Valgrind finds it only for addresses in the section of code; an
 * address outside, as in linkage tables, belongs to the nearest object of that name. */
static const DebugInfo *info_of(DiEpoch epoch, Addr instr, const HChar *object)
{
    const DebugInfo *found = VG_(find_DebugInfo)(epoch, instr), *info = NULL;
    Addr nearest = 0;
    if (found || !object)
        return found;
    while ((info = VG_(next_DebugInfo)(info)) != NULL) {
        Addr at = VG_(DebugInfo_get_text_avma)(info);
        if (VG_(strcmp)(VG_(DebugInfo_get_filename)(info), object) != 0 ||
            (found && distance(at, instr) >= distance(nearest, instr)))
            continue;
        found = info;
        nearest = at;
    }
    return found;
}

/* Cache by page, as neighbouring instructions follow each other. */
static struct {
    UInt epoch;
    Addr page;
    PtrdiffT bias;
    Bool identified; /* the build id of its object is in the dictionary */
} last;

/* Fills the entry of a page; returns the name of its object if that is new, else NULL. */
static const HChar *look_at_page(Addr instr)
{
    DiEpoch epoch = VG_(current_DiEpoch)();
    Addr page = VG_PGROUNDDN(instr);
    const HChar *name = NULL;
    if (last.epoch == epoch.n && last.page == page && last.identified)
        return NULL;
    if (!VG_(get_objname)(epoch, instr, &name))
        name = NULL;
    if (last.epoch == epoch.n && last.page == page)
        return name;
    const DebugInfo *info = info_of(epoch, instr, name);
    last.epoch = epoch.n;
    last.page = page;
    last.bias = info ? VG_(DebugInfo_get_text_bias)(info) : 0;
    last.identified = False;
    return name;
}

Addr msim_moved(Addr instr)
{
    DiEpoch epoch = VG_(current_DiEpoch)();
    if (last.epoch != epoch.n || last.page != VG_PGROUNDDN(instr))
        look_at_page(instr);
    return (Addr)last.bias;
}

Addr msim_linked_address(struct msim_dict *dict, Addr instr)
{
    const HChar *name = look_at_page(instr);
    if (name)
        add_build_id(dict, instr, name);
    last.identified = True;
    return instr - (Addr)last.bias;
}
