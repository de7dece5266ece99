/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim replay: the live run's files from a recorded trace. */
#include "cmd.h"

int msim_replay_main(int argc, char **argv)
{
    (void)argc, (void)argv;
    msim_bad_usage("replay: nothing can be replayed yet");
}
