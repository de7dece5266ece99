/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The line of commandline.h. */
#include "commandline.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

/* An argument of the guest, as files show it: without quotes, except that an empty one is shown as
 * a pair of quotes. */
static const HChar *shown_argument(Word i)
{
    const HChar *argument = *(HChar **)VG_(indexXA)(VG_(args_for_client), i);
    return *argument ? argument : "''";
}

HChar *msim_command_line(void)
{
    SizeT room = VG_(strlen)(VG_(args_the_exename)) + 1;
    for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++)
        room += VG_(strlen)(shown_argument(i)) + 1;
    HChar *line = VG_(malloc)("msim.command", room);
    VG_(strcpy)(line, VG_(args_the_exename));
    for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
        VG_(strcat)(line, " ");
        VG_(strcat)(line, shown_argument(i));
    }
    return line;
}
