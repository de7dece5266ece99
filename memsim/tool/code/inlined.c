/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The inlined calls of inlined.h.
 *
 * Tools get them as descriptions of an address, from the innermost function outwards:
 *
 *      0x109151: square (a.c:3)       the code, in a function that was inlined
 *      0x109151: sum (a.c:8)          where that one is called
 *      0x109151: main (a.c:15)        where sum is called; main contains the code
 *
 * A description has the folder of a file only with --fullpath-after, so that option's list is
 * replaced meanwhile by one that keeps whole paths.
 */
#include "inlined.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

enum { LEVELS_MAX = 256, NAME_MAX = 4096 };

/* Only the core declares it. */
extern XArray *VG_(clo_fullpath_after);

struct level {
    uint32_t function, file, line;
};

/* The list that keeps whole paths. */
static XArray *whole_paths(void)
{
    static XArray *list;
    if (!list) {
        const HChar *nothing = "";
        list = VG_(newXA)(VG_(malloc), "msim.inlined", VG_(free), sizeof nothing);
        VG_(addToXA)(list, &nothing);
    }
    return list;
}

/* The string of `used` bytes. */
static uint32_t string_of(struct msim_dict *dict, const HChar *prefix, const HChar *text,
                          SizeT used)
{
    HChar name[NAME_MAX];
    SizeT before = VG_(strlen)(prefix);
    if (used > sizeof name - before - 1)
        used = sizeof name - before - 1;
    VG_(memcpy)(name, prefix, before);
    VG_(memcpy)(name + before, text, used);
    name[before + used] = 0;
    return msim_dict_string(dict, name);
}

/* Descriptions leave out the "./" of a folder; sites have it. */
static const HChar *left_out(const HChar *directory, const HChar *path)
{
    Bool has = directory[0] == '.' && directory[1] == '/';
    return has && path[0] != '/' && path[0] != '.' ? "./" : "";
}

/* Where the name of a function ends; NULL: nothing follows.  Both names may contain blanks and
 * brackets, but no name of a function contains the start of a path. */
static const HChar *end_of_name(const HChar *name)
{
    const HChar *last = VG_(strstr)(name, " (/");
    for (; !last && *name; name++)
        if (name[0] == ' ' && name[1] == '(') {
            const HChar *later = VG_(strstr)(name + 1, " (");
            last = later ? NULL : name;
        }
    return last;
}

/* Takes "0xADDRESS: FUNCTION (FILE:LINE)", or "(in OBJECT)". */
static struct level take(struct msim_dict *dict, const HChar *text, const HChar *directory)
{
    const HChar *name = VG_(strstr)(text, ": ");
    const HChar *end = text + VG_(strlen)(text);
    struct level level = {0, msim_dict_string(dict, "???"), 0};
    if (!name)
        return level;
    name += 2;
    const HChar *open = end_of_name(name), *colon = VG_(strrchr)(text, ':');
    level.function = string_of(dict, "", name, (SizeT)((open ? open : end) - name));
    if (!open || colon < open)
        return level;
    const HChar *file = open + 2;
    level.file = string_of(dict, left_out(directory, file), file, (SizeT)(colon - file));
    level.line = (uint32_t)VG_(strtoll10)(colon + 1, NULL);
    return level;
}

/* All levels, innermost first; returns how many. */
static UInt describe(struct msim_dict *dict, DiEpoch epoch, Addr instr, InlIPCursor *cursor,
                     const HChar *directory, struct level *levels)
{
    UInt used = 0;
    XArray *given = VG_(clo_fullpath_after);
    VG_(clo_fullpath_after) = whole_paths();
    do
        levels[used++] = take(dict, VG_(describe_IP)(epoch, instr, cursor), directory);
    while (used < LEVELS_MAX && VG_(next_IIPC)(cursor));
    VG_(clo_fullpath_after) = given;
    return used;
}

uint32_t msim_inlined_at(struct msim_dict *dict, DiEpoch epoch, Addr instr, const HChar *directory)
{
    static struct level levels[LEVELS_MAX];
    InlIPCursor *cursor = VG_(new_IIPC)(epoch, instr);
    uint32_t number = 0;
    if (!cursor)
        return 0;
    UInt used = describe(dict, epoch, instr, cursor, directory, levels);
    VG_(delete_IIPC)(cursor);
    for (UInt i = used - 1; i-- > 0;) {
        struct msim_inlined call = {number, levels[i].function, levels[i + 1].file,
                                    levels[i + 1].line, 0};
        number = msim_dict_inlined(dict, &call);
    }
    return number;
}
