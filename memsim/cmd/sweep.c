/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim sweep: the misses of every geometry of a grid. */
#include "sweepshow.h"

static const char usage[] = "sweep FILE... [options]";

int msim_sweep_main(int argc, char **argv)
{
    struct msim_sweep_options options = {0};
    struct msim_arg table[MSIM_SWEEP_OPTIONS + 1] = {0};
    struct msim_sweep sweep = {0};
    msim_sweep_option_table(&options, table);
    int files = msim_args(usage, table, argc, argv);
    if (!files)
        msim_bad_usage("sweep: no file given; usage: memsim %s", usage);
    msim_sweep_check_options(&options);
    msim_sweep_load(&sweep, argv, files);
    int status = msim_sweep_show(&sweep, &options);
    msim_sweep_free(&sweep);
    return status;
}
