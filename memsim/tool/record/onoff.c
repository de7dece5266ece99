/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The switch of onoff.h. */
#include "onoff.h"

#include "pub_tool_transtab.h"

static struct {
    Bool off;
    Bool warm;
} onoff;

void msim_onoff_init(Bool on, enum msim_at_start at_start)
{
    onoff.off = !on;
    onoff.warm = at_start == MSIM_AT_START_WARM;
}

Bool msim_onoff_is_on(void)
{
    return !onoff.off;
}

Bool msim_onoff_records(void)
{
    return !onoff.off || onoff.warm;
}

/* Code at addresses below FIRST is never translated; a length that reaches the last address would
 * overflow. */
Bool msim_onoff_set(Bool on)
{
    const Addr FIRST = 0x1000;
    if (onoff.off != on)
        return False;
    onoff.off = !on;
    if (!onoff.warm)
        VG_(discard_translations_safely)(FIRST, ~(SizeT)0 - FIRST + 1, "memsim");
    return True;
}
