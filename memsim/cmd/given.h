/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the tool is given by memsim run: the options of the tool and of Valgrind in their order.
 *
 * A machine that is given as a file is turned into options, placed before all others.  What `run`
 * does unless told otherwise, such as cycles that are sampled, comes before the options, too.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cmd/base/args.h"

struct msim_given {
    char **argument;
    size_t used;
    char **environment; /* NULL: that of this process */
    size_t folder;      /* the place of --out-dir, if the folder is named after the process; or 0 */
    char cores[32]; /* with a machine in a file: what is passed on for --cores=auto; "": nothing */
};

/* What the options say about results and the environment. */
struct msim_naming {
    const char *out_dir; /* NULL: not given */
    bool stable;
    const char *keep; /* --keep-env */
    size_t runs;      /* --runs; 0: not given */
    size_t native;    /* --native; 0: not given */
    int options;
    int presets; /* how many of the options --for stands for, which come first */
    char **option;
};

/* The options of the command itself, beside the tool's and Valgrind's. */
extern const struct msim_arg msim_run_options[];

extern const char msim_keep_env[], msim_out_dir[], msim_runs[], msim_native[];

bool msim_begins(const char *option, const char *with);

void msim_give(struct msim_given *to, const char *argument);

/* The options that say how results are named, and all others. */
void msim_give_options(struct msim_given *to, const struct msim_naming *naming);

/* The command that shows the file which this option names; NULL: it names none. */
const char *msim_viewer_of(const char *option);
