/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A study: all observers of one stream, and the files they write.
 *
 * The tool and `memsim replay` both hold one study and feed it; nothing but the study decides what the
 * results are, so a replay writes what the live run wrote.
 *
 * Where no level is simulated, segments are counted only: the tool lets the instrumented code do that
 * in place (msim_study_counter), in a replay msim_study_run does.
 */
#ifndef MSIM_ENGINE_STUDY_H
#define MSIM_ENGINE_STUDY_H

#include "engine/heap/heap.h"
#include "options.h"
#include "engine/pagein/pagein.h"
#include "engine/pagein/pagepass.h"
#include "engine/caches/profile.h"
#include "engine/report/report.h"
#include "engine/caches/sim.h"
#include "engine/sweep/sweep.h"

struct msim_study {
    const struct msim_mem *mem;
    struct msim_dict *dict;
    struct msim_machine machine;
    struct msim_profile profile;
    struct msim_sim *sim;      /* NULL: no level is simulated */
    struct msim_table counter; /* then: one msim_counter per segment, */
    uint64_t instructions;     /* and how many the stream had so far */
    struct msim_grid grid;
    struct msim_sweep *sweep; /* NULL: no geometries but the machine's */
    uint32_t sweep_functions;
    struct msim_heap *heap;         /* NULL: the heap is not observed */
    struct msim_pagein *pagein;     /* NULL: page-ins are not listed */
    struct msim_pagepass *pagepass; /* NULL: the simulator finds them, or nobody does */
    char why[128];                  /* msim_study_init failed */
};

struct msim_counter {
    uint64_t times;
    uint32_t conditional; /* has it accesses that do not always happen? */
    uint32_t instrs;      /* as in sim.c */
};

/* `study` is zeroed; `machine` is that of the options; names in them must
 * live as long as the study.  `memory`: bytes that there are, 0: unknown.
 * NULL, or what is wrong with an option, whose name is then in *option. */
const char *msim_study_init(struct msim_study *study, const struct msim_mem *mem,
                            struct msim_dict *dict, const struct msim_options *options,
                            const struct msim_machine *machine, uint64_t memory,
                            const char **option);

/* Does it need the stream, or are counters enough? */
bool msim_study_needs_stream(const struct msim_study *study);

/* Prepares for what the dictionary has gained; before it is in a chunk. */
void msim_study_extend(struct msim_study *study);

void msim_study_run(struct msim_study *study, const uint64_t *words, const uint64_t *end);

/* An event where no stream is recorded; clock events tell then what ran. */
void msim_study_event(struct msim_study *study, const uint64_t *record);

/* Brings the results up to date with what ran. */
void msim_study_settle(struct msim_study *study);

/* All counts to zero: a forked child counts what it runs itself.  Of the heap see msim_heap_clear. */
void msim_study_clear(struct msim_study *study);

/* Where the executions of a segment are counted. */
static inline struct msim_counter *msim_study_counter(const struct msim_study *study,
                                                      uint32_t segment)
{
    return msim_table_at(&study->counter, segment);
}

/* --- Files -------------------------------------------------------------------------------- */

enum msim_file {
    MSIM_FILE_COUNTS,
    MSIM_FILE_SWEEP,
    MSIM_FILE_HEAP,
    MSIM_FILE_ALLOC,
    MSIM_FILE_PAGEIN,
    MSIM_FILES
};

/* The option that names it, "--memsim-out-file". */
const char *msim_file_option(enum msim_file file);

/* Its name, with %p; NULL: this study does not write it. */
const char *msim_file_name(const struct msim_study *study, const struct msim_options *options,
                           enum msim_file file);

/* `command` is the program that ran, as one line. */
void msim_file_write(const struct msim_study *study, enum msim_file file, const char *command,
                     const struct msim_sink *sink);

void msim_study_summary(const struct msim_study *study, const struct msim_lines *lines);

#endif
