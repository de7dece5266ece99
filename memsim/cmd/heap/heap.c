/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim heap: the heap over time, and what allocates. */
#include "heap.h"

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "show.h"

static const char usage[] = "heap FILE [options]";

int msim_heap_main(int argc, char **argv)
{
    struct msim_heaped_options options = {0};
    struct msim_arg table[MSIM_HEAPED_OPTIONS + 1];
    msim_heaped_option_table(&options, table);
    int names = msim_args(usage, table, argc, argv);
    if (!names)
        msim_bad_usage("heap: no file given; usage: memsim %s", usage);
    if (names > 1)
        msim_bad_usage("heap: expected one file, found %s as well", argv[1]);
    return msim_heaped_show(argv[0], &options);
}
