/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The questions of presets.h. */
#include "presets.h"

#include <string.h>

#include "cmd/base/args.h"
#include "cmd/base/grow.h"
#include "given.h"

const char msim_preset_names[] = "misses|heap|startup|threads|time|ci|everything";

enum { QUESTIONS = 7, OPTIONS_MAX = 8 };

static const char *const names[QUESTIONS + 1] = {"misses", "heap", "startup",    "threads",
                                                 "time",   "ci",   "everything", NULL};

/* In the order of the names. */
static const char *const options_of[QUESTIONS][OPTIONS_MAX] = {
    {"--objects-sim=yes", "--trace-file=memsim.trace.%p", "--pagein=no"},
    {"--cache-sim=no", "--tlb-sim=no", "--cycles=no", "--pagein=no"},
    {"--calls=yes", "--heap=no"},
    {"--cores=4", "--threads=yes", "--pagein=no"},
    {"--interval=1M", "--branch-sim=yes"},
    {"--stable"},
    {"--calls=yes", "--objects-sim=yes", "--branch-sim=yes", "--interval=1M", "--threads=yes"},
};

static const char option[] = "--for=";

char **msim_presets_expand(int *argc, char **argv, int options, int *presets)
{
    char **all = NULL;
    size_t used = 0;
    MSIM_PUSH(all, used, argv[0]);
    for (int i = 1; i <= options; i++) {
        if (!msim_begins(argv[i], option))
            continue;
        size_t question = msim_arg_choice("--for", argv[i] + strlen(option), names);
        for (int k = 0; k < OPTIONS_MAX && options_of[question][k]; k++)
            MSIM_PUSH(all, used, (char *)options_of[question][k]);
    }
    *presets = (int)used - 1;
    for (int i = 1; i < *argc; i++)
        if (i > options || !msim_begins(argv[i], option))
            MSIM_PUSH(all, used, argv[i]);
    *argc = (int)used;
    MSIM_PUSH(all, used, NULL);
    return all;
}
