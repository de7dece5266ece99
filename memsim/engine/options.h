/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim's options: one table gives parsing and help, for the tool and for `memsim replay`.
 *
 * What is simulated is a base machine (the host's; in a replay, the recorded one) or, with --machine, a
 * named one, with the levels that options give, wherever they stand.  A trace keeps the base and the options, so a replay adds its own options to them as if
 * all had been given at once; the last of a kind counts.
 */
#ifndef MSIM_ENGINE_OPTIONS_H
#define MSIM_ENGINE_OPTIONS_H

#include "engine/machine/geometry.h"
#include "engine/machine/machines.h"
#include "engine/base/text.h"

enum { MSIM_NAMES_MAX = 64 };

/* Functions, each from an option of its own. */
struct msim_names {
    const char *name[MSIM_NAMES_MAX];
    unsigned used;
};

enum msim_time_unit { MSIM_TIME_INSTRUCTIONS, MSIM_TIME_MS, MSIM_TIME_BYTES };

#define MSIM_ADMIN_AUTO UINT32_MAX

/* What the heap observer counts, and how it tells. */
struct msim_heap_options {
    bool on, stacks, pages; /* pages: the heap is what is mapped, not what malloc gives out */
    struct msim_names alloc_fns, ignore_fns;
    uint32_t depth;     /* frames of a tree */
    uint32_t threshold; /* in 1/1,000,000 of a percent */
    uint32_t detailed_freq, max_snapshots;
    uint32_t admin; /* bytes beyond each block, or MSIM_ADMIN_AUTO */
    enum msim_time_unit time_unit;
};

/* What the observer of page-ins lists.  It needs the stream: unless it was asked for, it is only there
 * where the stream is recorded for others. */
struct msim_pagein_options {
    bool on, asked, detail, microseconds;
    unsigned page_shift;
    uint64_t fault_around; /* bytes that the kernel maps for a read of a file */
};

/* Values that are text are kept as given: they must live as long as the options. */
struct msim_options {
    struct msim_machine given; /* levels, latencies and huge pages that were given; */
    bool is_given[MSIM_LEVELS];
    const struct msim_named_machine *named; /* NULL: the base */
    bool latency_given;                     /* in given.latency */
    bool cache_sim, tlb_sim;
    bool objects;                      /* functions carry the file that their code is from */
    const char *sweep;                 /* a grid; NULL: none */
    uint32_t sweep_functions;          /* how many its file shows for each level */
    const char *out_file, *sweep_file; /* names as given, with %p */
    const char *trace_file;            /* NULL: none */
    struct msim_heap_options heap;
    const char *heap_file, *alloc_file;
    struct msim_pagein_options pagein;
    const char *pagein_file;
    bool has_stream; /* it comes from a trace, or goes to one */
};

struct msim_option;

extern const struct msim_options msim_options_default;

/* The option that `argument` ("--NAME=VALUE") is; NULL: none of memsim's. */
const struct msim_option *msim_option_find(const char *argument);

/* "--NAME". */
const char *msim_option_name(const struct msim_option *option);

/* Does it say what is simulated or counted, not where the results go? */
bool msim_option_is_study(const struct msim_option *option);

/* NULL: done.  Else what is wrong with the value and what is allowed. */
const char *msim_option_set(struct msim_options *options, const struct msim_option *option,
                            const char *argument);

void msim_options_help(struct msim_text *text);

/* How the named machine is approximated, a remark for the user; NULL: it is not. */
const char *msim_options_note(const struct msim_options *options);

/* Makes the machine to simulate out of `machine`, the base.  NULL, or why the levels do not fit
 * together.  *note is a remark for the user, or NULL. */
const char *msim_options_machine(const struct msim_options *options, struct msim_machine *machine,
                                 const char **note);

#endif
