/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim sweep: the misses of every geometry of a grid. */
#include "cmd.h"

int msim_sweep_main(int argc, char **argv)
{
    (void)argc, (void)argv;
    msim_bad_usage("sweep: nothing can be swept yet");
}
