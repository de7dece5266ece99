/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A study: all observers of one stream, and the files they write.
 *
 * The tool and `memsim replay` each hold one study and feed it.  The study alone determines the
 * results, so a replay writes what the live run wrote.  It takes the observers from a table
 * (observers.h) and knows none of them by name.
 *
 * There is a simulator if a level of the machine is simulated or an observer needs its misses.
 * Otherwise segments are only counted: in the tool by the instrumented code (msim_study_counter),
 * in a replay by msim_study_run().
 */
#pragma once

#include "attach.h"
#include "engine/base/about.h"
#include "engine/base/text.h"
#include "engine/caches/sim.h"
#include "engine/machine/profile.h"
#include "engine/order/order.h"
#include "options.h"

enum { MSIM_FILES_MAX = 2 * MSIM_OBSERVERS_MAX };

/*
 * The second stage of a study: the outer levels and the observers of misses.  It can be in another
 * process, because it changes nothing that the rest needs before the end.  This is what takes its
 * input here.
 */
struct msim_second_stage {
    /* NULL: none of its observers takes records. */
    void (*run)(void *self, const uint64_t *words, const uint64_t *end);
    struct msim_miss_receiver receiver;
    void *self;
};

/* A file that the study writes. */
struct msim_study_file {
    const char *option; /* which names it */
    const char *name;   /* may contain %p */
    const char *viewer; /* the command that shows it */
    void (*write)(void *self, const struct msim_about *about, const struct msim_sink *sink);
    void *self;
    const struct msim_observer *further; /* the observer that has further files; NULL: none */
};

struct msim_study {
    const struct msim_mem *mem;
    struct msim_dict *dict;
    struct msim_machine machine;
    struct msim_profile profile;
    struct msim_sim *sim;      /* NULL: nothing is simulated */
    struct msim_order *order;  /* of its records among several cores; NULL: there is one */
    struct msim_table counter; /* then: one msim_counter per segment */
    uint64_t instructions;     /* and the number of instructions in the stream so far */
    struct msim_needs needs;   /* of all observers together */
    struct msim_observing observing[MSIM_OBSERVERS_MAX];
    unsigned observers;
    struct msim_segments_seen segments;
    struct msim_study_file file[MSIM_FILES_MAX];
    unsigned files;
    const struct msim_second_stage *second_stage; /* NULL: it runs here */
    uint64_t (*now)(void); /* a clock, to measure what takes the time; NULL: not measured */
    uint64_t simulated;    /* how long the simulator took, with what is observed through it */
};

struct msim_counter {
    uint64_t times;
    uint32_t conditional; /* it has conditional accesses */
    uint32_t instrs;      /* as in sim.c */
};

/* `study` is zeroed; `machine` is the one that the options choose; names in the options must live
 * as long as the study.  `memory`: available bytes; 0: unknown.  False: an option cannot be
 * followed (*refusal). */
bool msim_study_init(struct msim_study *study, const struct msim_mem *mem, struct msim_dict *dict,
                     const struct msim_options *options, const struct msim_machine *machine,
                     uint64_t memory, struct msim_refusal *refusal);

/* The state of an observer; NULL: it was not made. */
void *msim_study_observer(const struct msim_study *study, const struct msim_observer *observer);

/* Prepares new segments and sites of the dictionary; call before a chunk contains them. */
void msim_study_extend(struct msim_study *study);

void msim_study_run(struct msim_study *study, const uint64_t *words, const uint64_t *end);

/* True: there is a second stage that can run in another process. */
bool msim_study_can_divide(const struct msim_study *study);

/* True: an observer of the second stage takes records. */
bool msim_study_second_stage_reads(const struct msim_study *study);

/* From now on, `second_stage` takes what would run here; NULL: it runs here again, and has taken
 * everything. */
void msim_study_divide(struct msim_study *study, const struct msim_second_stage *second_stage);

/* The second stage, where it is: prepares for new segments and sites, and takes records.  The outer
 * levels are msim_outer_receiver(). */
void msim_study_second_stage_extend(const struct msim_study *study);
void msim_study_second_stage_run(const struct msim_study *study, const uint64_t *words,
                                 const uint64_t *end);

/* Takes an event when no stream is recorded; then clock events say how many instructions ran. */
void msim_study_event(struct msim_study *study, const uint64_t *record);

/* Brings the results up to date, at the end of what is observed. */
void msim_study_settle(struct msim_study *study);

/* The same at a moment after which it goes on: what is counted then is not changed by this, but
 * that records of several cores do not wait for earlier ones any more. */
void msim_study_pause(struct msim_study *study);

/* Memory is short: observers that can do without more take no more. */
void msim_study_save_memory(struct msim_study *study);

/* The same as pausing, but they go on waiting. */
void msim_study_refresh(struct msim_study *study);

/* Resets all counts: a forked child counts only what it runs itself. */
void msim_study_clear(struct msim_study *study);

/* The counter of a segment. */
static inline struct msim_counter *msim_study_counter(const struct msim_study *study,
                                                      uint32_t segment)
{
    return msim_table_at(&study->counter, segment);
}

/* The file that the option names; NULL: the study does not write it. */
const struct msim_study_file *msim_study_file(const struct msim_study *study, const char *option);

void msim_study_write(const struct msim_study_file *file, const struct msim_about *about,
                      const struct msim_sink *sink);

/* The number of further files, and what is added to the file's name for theirs; false: there is
 * nothing to write. */
enum { MSIM_FURTHER_ROOM = 32 };
uint32_t msim_study_further(const struct msim_study_file *file);
bool msim_study_further_name(const struct msim_study_file *file, uint32_t number,
                             char name[static MSIM_FURTHER_ROOM]);

void msim_study_write_further(const struct msim_study_file *file, uint32_t number,
                              const struct msim_about *about, const struct msim_sink *sink);

/* `stats`: with what --stats=yes adds. */
void msim_study_summary(const struct msim_study *study, const struct msim_lines *lines, bool stats);
