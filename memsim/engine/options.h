/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim's options, for the tool, for `memsim run` and for replays: the machine's, each observer's,
 * and a few general ones.  Parsing and help come from tables (base/option.h).
 */
#pragma once

#include "engine/base/text.h"
#include "engine/caches/options.h"
#include "observers.h"

/* Where the tool runs the observers: in the guest's process or in another. */
enum msim_observers_place { MSIM_OBSERVERS_AUTO, MSIM_OBSERVERS_INSIDE, MSIM_OBSERVERS_OUTSIDE };

/* Whether inlined calls are recorded.  Auto: if an observer takes calls. */
enum msim_inline { MSIM_INLINE_AUTO, MSIM_INLINE_NO, MSIM_INLINE_YES };

/* What caches and TLBs hold when instrumentation starts: nothing; what they held when it stopped;
 * what they hold after all that ran.  Auto: the first, or the second with Cachegrind's client
 * requests. */
enum msim_at_start {
    MSIM_AT_START_AUTO,
    MSIM_AT_START_FLUSH,
    MSIM_AT_START_KEEP,
    MSIM_AT_START_WARM
};

/* Whether threads count when they begin.  Auto: unless an observer says that they wait for a
 * function. */
enum msim_collect { MSIM_COLLECT_AUTO, MSIM_COLLECT_NO, MSIM_COLLECT_YES };

/* Texts are not copied: they must live as long as the options. */
struct msim_options {
    struct msim_machine_options machine;
    enum msim_inline inlined;
    bool instr_at_start;  /* the run is instrumented from its beginning */
    bool instr_inherited; /* it is if the process was before its exec */
    enum msim_at_start at_start;
    enum msim_collect collect;
    const char *out_dir;    /* of files with relative names; NULL: the working folder */
    const char *trace_file; /* NULL: none */
    uint64_t trace_limit;   /* in bytes; 0: none */
    enum msim_observers_place observers;
    uint32_t checkpoint;                     /* milliseconds from one to the next; 0: none */
    const struct msim_observer *const *only; /* only these, ended by NULL; NULL: all that are on */
    uint64_t memory_limit;                   /* bytes that the machine gives at most; 0: unknown */
    bool has_stream;                         /* the stream comes from a trace or goes to one */
    bool decided[MSIM_OBSERVERS_MAX]; /* the option that turns it on is given, whatever its value */
    void *own[MSIM_OBSERVERS_MAX];    /* each observer's, in the order of the table */
};

/* Sets the defaults; the observers' structs come from `mem`. */
void msim_options_init(struct msim_options *options, const struct msim_mem *mem);

/* Makes a copy that is independent of the original. */
void msim_options_copy(struct msim_options *to, const struct msim_options *from,
                       const struct msim_mem *mem);

/* The options of an observer. */
void *msim_options_of(const struct msim_options *options, const struct msim_observer *observer);

/* True: this observer is to be made. */
bool msim_options_ask_for(const struct msim_options *options, const struct msim_observer *observer);

/* True: the options themselves ask for it, not another observer that it is made with. */
bool msim_options_is_asked_for(const struct msim_options *options,
                               const struct msim_observer *observer);

/* What the observer needs with these options, if it is made. */
struct msim_needs msim_options_needs(const struct msim_options *options,
                                     const struct msim_observer *observer);

/* True: inlined calls are recorded, and in the files. */
bool msim_options_inlined(const struct msim_options *options);

/* The name of one of an observer's files; it may contain %p. */
const char *msim_options_file(const struct msim_options *options,
                              const struct msim_observer *observer,
                              const struct msim_result_file *file);

/* An observer whose file the user names although nothing turns the observer on; *file is that one.
 * NULL: every file that is named will be written, unless the option that turns its observer on says
 * no. */
#define MSIM_IDLE "expected %s with it; without, no such file is written" /* turned_on_by */
const struct msim_observer *msim_options_idle(const struct msim_options *options,
                                              const struct msim_result_file **file);

/* The option of `argument` ("--NAME=VALUE"); NULL: it is not one of memsim's. */
const struct msim_option *msim_option_find(const char *argument);

/* The options in the order of their help, by place from 0 on; NULL: there are no more. */
const struct msim_option *msim_option_at(unsigned place);

/* The file of an observer that the option names; NULL: it names none. */
const struct msim_result_file *msim_option_file(const struct msim_option *option);

/* NULL: done.  Else what is wrong with the value and what is allowed. */
const char *msim_option_set(struct msim_options *options, const struct msim_option *option,
                            const char *argument);

void msim_options_help(struct msim_text *text);
