/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of filename.h.  Valgrind expands %p, %q{VARIABLE} and %%. */
#include "filename.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "tool/base/message.h"
#include "tool/base/options.h"

/* Expands a name.  %p is the guest's process.  Valgrind counts the names that it expands, so that
 * with %n each file would have a number of its own; here it is 1 for all files of a process. */
static HChar *expand(const HChar *option, const HChar *name)
{
    enum { DIGITS = 10 };
    HChar *numbered = VG_(malloc)("msim.filename", VG_(strlen)(name) * DIGITS + 1);
    HChar *to = numbered;
    for (const HChar *at = name; *at; at++) {
        *to++ = *at;
        if (at[0] != '%' || !at[1])
            continue;
        at++;
        if (at[0] == 'n')
            to[-1] = '1';
        else if (at[0] == 'p')
            to += VG_(sprintf)(to - 1, "%d", msim_pid()) - 1;
        else
            *to++ = *at;
    }
    *to = 0;
    HChar *expanded = VG_(expand_file_name)(option, numbered);
    VG_(free)(numbered);
    return expanded;
}

/* True: a name that begins like this is absolute.  A variable may contain the slash. */
static Bool is_absolute(const HChar *name)
{
    static const HChar variable[] = "%q{";
    if (VG_(strncmp)(name, variable, sizeof variable - 1) != 0)
        return name[0] == '/';
    HChar *key = VG_(strdup)("msim.filename", name + sizeof variable - 1);
    HChar *end = VG_(strchr)(key, '}');
    if (end)
        *end = 0;
    const HChar *value = VG_(getenv)(key);
    VG_(free)(key);
    return value && value[0] == '/';
}

HChar *msim_out_dir(void)
{
    return msim_options.out_dir ? expand("--out-dir", msim_options.out_dir) : NULL;
}

/* Valgrind's name for DIR/NAME. */
static HChar *expand_in(const HChar *option, const HChar *folder, const HChar *name)
{
    SizeT room = VG_(strlen)(folder) + VG_(strlen)(name) + 2;
    HChar *joined = VG_(malloc)("msim.filename", room);
    VG_(snprintf)(joined, room, "%s/%s", folder, name);
    HChar *expanded = expand(option, joined);
    VG_(free)(joined);
    return expanded;
}

HChar *msim_filename(const HChar *option, const HChar *name)
{
    if (!msim_options.out_dir || is_absolute(name))
        return expand(option, name);
    if (VG_(get_startup_wd)())
        VG_(free)(expand(option, name)); /* so that an error names its own option */
    return expand_in("--out-dir", msim_options.out_dir, name);
}

/* --- Programs that are started ------------------------------------------------------------- */

/* The option, allocated, that names the folder `below` in the folder `start`; "": `start` itself.
 * Each % in them is a plain character. */
static HChar *out_dir_option(const HChar *start, const HChar *below)
{
    static const HChar option[] = "--out-dir=";
    HChar *whole = VG_(malloc)("msim.filename",
                               sizeof option + 2 * VG_(strlen)(start) + VG_(strlen)(below) + 1);
    HChar *to = VG_(strcpy)(whole, option) + sizeof option - 1;
    for (; *start; start++) {
        *to++ = *start;
        if (*start == '%')
            *to++ = '%';
    }
    *to = 0;
    if (*below)
        VG_(strcat)(VG_(strcat)(whole, "/"), below);
    return whole;
}

/* A working folder that was deleted, or is outside of the root, must not be created. */
void msim_filename_before_exec(void)
{
    static Bool is_passed_on;
    struct vg_stat stat;
    const HChar *start = VG_(get_startup_wd)(), *asked = msim_options.out_dir;
    if (is_passed_on || !start ||
        (asked ? is_absolute(asked) : sr_isError(VG_(stat)(start, &stat))))
        return;
    const HChar *option = out_dir_option(start, asked ? asked : "");
    VG_(addToXA)(VG_(args_for_valgrind), &option);
    is_passed_on = True;
}

/* --- Comparing ---------------------------------------------------------------------------- */

/* Moves past slashes, and past dots that stand for the folder that they are in. */
static const HChar *skip(const HChar *at)
{
    while (at[0] == '/' && (at[1] == '/' || (at[1] == '.' && at[2] == '/')))
        at += at[1] == '/' ? 1 : 2;
    return at;
}

static Bool same_text(const HChar *one, const HChar *other)
{
    for (;; one++, other++) {
        one = skip(one);
        other = skip(other);
        if (*one != *other)
            return False;
        if (!*one)
            return True;
    }
}

static Bool same_place(const HChar *one, const HChar *other)
{
    struct vg_stat first, second;
    return !sr_isError(VG_(stat)(one, &first)) && !sr_isError(VG_(stat)(other, &second)) &&
           first.dev == second.dev && first.ino == second.ino;
}

/* True: two names of the same folder, followed by the same file name. */
static Bool same_in_folder(const HChar *one, const HChar *other)
{
    if (!VG_STREQ(VG_(strrchr)(one, '/'), VG_(strrchr)(other, '/')))
        return False;
    HChar *folder = VG_(strdup)("msim.filename", VG_(dirname)(one));
    Bool same = same_place(folder, VG_(dirname)(other));
    VG_(free)(folder);
    return same;
}

Bool msim_filename_same(const HChar *one, const HChar *other)
{
    struct vg_stat stat;
    if (!sr_isError(VG_(stat)(one, &stat)) && !VKI_S_ISREG(stat.mode))
        return False;
    return same_text(one, other) || same_place(one, other) || same_in_folder(one, other);
}
