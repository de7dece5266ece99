/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sites from debug information.  As in Cachegrind, the line is that of the inlined code, but the
 * function is the one that it was inlined into.  An unknown name is "???", an unknown line 0.
 */
#include "site.h"

#include "engine/base/observer.h"
#include "inlined.h"
#include "linked.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

static uint32_t path(struct msim_dict *dict, const HChar *directory, const HChar *file)
{
    static HChar *joined;
    static SizeT room;
    SizeT directory_bytes = VG_(strlen)(directory), file_bytes = VG_(strlen)(file);
    if (directory_bytes == 0)
        return msim_dict_string(dict, file);
    if (directory_bytes + file_bytes + 2 > room) {
        room = 2 * (directory_bytes + file_bytes + 2);
        joined = VG_(realloc)("msim.site.path", joined, room);
    }
    VG_(memcpy)(joined, directory, directory_bytes);
    joined[directory_bytes] = '/';
    VG_(memcpy)(joined + directory_bytes + 1, file, file_bytes + 1);
    return msim_dict_string(dict, joined);
}

/* Cache: the object of code on one page, as neighbouring instructions follow each other. */
static struct {
    const struct msim_dict *dict;
    UInt epoch;
    Addr page;
    uint32_t object;
} last;

/* The object that contains the instruction, as in struct msim_site.  Objects are mapped by
 * pages. */
static uint32_t object_of(struct msim_dict *dict, DiEpoch epoch, Addr instr)
{
    const HChar *name;
    Addr page = VG_PGROUNDDN(instr);
    if (last.dict == dict && last.epoch == epoch.n && last.page == page)
        return last.object;
    last.dict = dict;
    last.epoch = epoch.n;
    last.page = page;
    last.object = VG_(get_objname)(epoch, instr, &name) ? msim_dict_string(dict, name) + 1 : 0;
    return last.object;
}

/* --- Where functions begin ---------------------------------------------------------------- */

/*
 * Tools get only a symbol's name and the distance of an instruction from its start: "work+17".
 * Each such text is demangled anew, which takes long for C++.  So it is requested only for code
 * that does not directly follow the code of the last request: code that does, and has the same
 * name, belongs to the same function unless another symbol begins with it.
 */
enum { NEAR = 16 /* bytes: no instruction is longer */ };

static struct {
    UInt epoch, name;
    Addr instr, begins;
} begun;

static Bool follows_last(DiEpoch epoch, Addr instr, UInt name)
{
    const HChar *entry;
    return begun.epoch == epoch.n && begun.name == name && instr >= begun.instr &&
           instr - begun.instr < NEAR && !VG_(get_fnname_if_entry)(epoch, instr, &entry);
}

/* The number after the name. */
static Addr distance(DiEpoch epoch, Addr instr, SizeT length)
{
    const HChar *text;
    if (!VG_(get_fnname_w_offset)(epoch, instr, &text) || VG_(strlen)(text) <= length ||
        text[length] != '+')
        return 0;
    return (Addr)VG_(strtoull10)(text + length + 1, NULL);
}

/* The address in memory where the symbol of the instruction begins; `name` and `length` are those
 * of its name.  This distinguishes two functions of one name in one object. */
static Addr function_begins(DiEpoch epoch, Addr instr, UInt name, SizeT length)
{
    if (!follows_last(epoch, instr, name))
        begun.begins = instr - distance(epoch, instr, length);
    begun.epoch = epoch.n;
    begun.name = name;
    begun.instr = instr;
    return begun.begins;
}

/* --- Sites ------------------------------------------------------------------------------- */

/* Looks an instruction up in debug information. */
static struct msim_site describe(struct msim_dict *dict, Addr instr, const struct msim_needs *needs)
{
    DiEpoch epoch = VG_(current_DiEpoch)();
    const HChar *file, *directory, *function;
    UInt line = 0;
    struct msim_site site = {.object = object_of(dict, epoch, instr)};
    if (VG_(get_filename_linenum)(epoch, instr, &file, &directory, &line)) {
        site.file = path(dict, directory, file);
        site.line = line;
        if (needs->inlined)
            site.inlined = msim_inlined_at(dict, epoch, instr, directory);
    } else {
        site.file = msim_dict_string(dict, "???");
    }
    Bool named = VG_(get_fnname)(epoch, instr, &function);
    site.function = msim_dict_string(dict, named ? function : "???");
    if (named && needs->flow) {
        SizeT length = VG_(strlen)(function);
        Addr begins = function_begins(epoch, instr, site.function, length);
        site.begins = begins - msim_moved(instr);
    }
    return site;
}

uint32_t msim_site_of(struct msim_dict *dict, Addr instr, const struct msim_needs *needs)
{
    struct msim_site site = describe(dict, instr, needs);
    return msim_dict_whole_site(dict, &site);
}

uint32_t msim_site_of_instr(struct msim_dict *dict, Addr instr, const struct msim_needs *needs)
{
    struct msim_site site = describe(dict, instr, needs);
    if (needs->instructions)
        site.address = msim_linked_address(dict, instr);
    return msim_dict_whole_site(dict, &site);
}
