/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim's options, for the tool, for `memsim run` and for replays: the machine's, each observer's, and a
 * few of the whole.  The tables (base/option.h) give parsing and help.
 */
#ifndef MSIM_ENGINE_OPTIONS_H
#define MSIM_ENGINE_OPTIONS_H

#include "engine/base/text.h"
#include "engine/caches/options.h"
#include "observers.h"

/* Values that are text are kept as given: they must live as long as the options. */
struct msim_options {
    struct msim_machine_options machine;
    const char *trace_file;           /* NULL: none */
    const struct msim_observer *only; /* the one to make; NULL: all that are on */
    bool has_stream;                  /* it comes from a trace, or goes to one */
    void *own[MSIM_OBSERVERS_MAX];    /* each observer's, in the order of the table */
};

/* The defaults; `mem` gives the observers' structs. */
void msim_options_init(struct msim_options *options, const struct msim_mem *mem);

/* A copy: setting one does not change the other. */
void msim_options_copy(struct msim_options *to, const struct msim_options *from,
                       const struct msim_mem *mem);

/* The struct of an observer's table. */
void *msim_options_of(const struct msim_options *options, const struct msim_observer *observer);

/* Is it to be made? */
bool msim_options_ask_for(const struct msim_options *options, const struct msim_observer *observer);

/* The name of one of an observer's files, with %p. */
const char *msim_options_file(const struct msim_options *options,
                              const struct msim_observer *observer,
                              const struct msim_result_file *file);

/* The option that `argument` ("--NAME=VALUE") is; NULL: none of memsim's. */
const struct msim_option *msim_option_find(const char *argument);

/* NULL: done.  Else what is wrong with the value and what is allowed. */
const char *msim_option_set(struct msim_options *options, const struct msim_option *option,
                            const char *argument);

/* What a trace recorded with the options `recorded` lacks for those `wanted`: the option that it should
 * have been recorded with; NULL: nothing. */
const char *msim_options_not_recorded(const struct msim_options *recorded,
                                      const struct msim_options *wanted);

void msim_options_help(struct msim_text *text);

#endif
