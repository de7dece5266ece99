/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim heap: shows the heap over time and what allocates. */
#include "heap.h"

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/files/operand.h"
#include "show.h"

static const char usage[] = "heap FILE [options]";
static const enum msim_file_kind kinds[] = {MSIM_FILE_HEAP, MSIM_FILE_ALLOC, MSIM_FILE_UNKNOWN};

int msim_heap_main(int argc, char **argv)
{
    struct msim_heaped_options options = {0};
    struct msim_arg table[MSIM_HEAPED_OPTIONS + 1];
    msim_heaped_option_table(&options, table);
    int names = msim_args(usage, table, argc, argv);
    if (!names)
        msim_operand_missing(usage, kinds);
    if (names > 1)
        msim_bad_usage("heap: expected one file, found %s as well", argv[1]);
    return msim_heaped_show(msim_operand_file(argv[0], kinds), &options);
}
