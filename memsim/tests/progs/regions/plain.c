/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The macros alone, in C and C++, with memsim, without it, and with -DNVALGRIND, where they are empty.  Prints the
 * number of names that were computed: 3, or none where they are not.
 */
#include <stdio.h>

#include <valgrind/memsim.h>

static int computed;

static const char *name(const char *text)
{
    computed++;
    return text;
}

int main(void)
{
    if (computed)
        MEMSIM_BEGIN("not reached");
    else
        MEMSIM_BEGIN(name("whole"));
    MEMSIM_MARK(name("mark"));
    MEMSIM_END(name("whole"));
    printf("%d\n", computed);
    return 0;
}
