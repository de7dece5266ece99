/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A study: all observers of one stream, and the files they write.
 *
 * The tool and `memsim replay` both hold one study and feed it; nothing but the study decides what the
 * results are, so a replay writes what the live run wrote.  Which observers there are says the table
 * (observers.h); the study knows none of them by name.
 *
 * The simulator is there where a level of the machine is simulated or an observer wants what it misses.
 * Elsewhere segments are only counted: the tool lets the instrumented code do that in place
 * (msim_study_counter), in a replay msim_study_run does.
 */
#ifndef MSIM_ENGINE_STUDY_H
#define MSIM_ENGINE_STUDY_H

#include "engine/base/lines.h"
#include "engine/caches/profile.h"
#include "engine/caches/sim.h"
#include "options.h"

enum { MSIM_FILES_MAX = 2 * MSIM_OBSERVERS_MAX };

/* An observer that was made. */
struct msim_observing {
    const struct msim_observer *observer;
    void *self;
};

/* A file that the study writes. */
struct msim_study_file {
    const char *option; /* that names it */
    const char *name;   /* with %p */
    void (*write)(void *self, const char *command, const struct msim_sink *sink);
    void *self;
};

struct msim_study {
    const struct msim_mem *mem;
    struct msim_dict *dict;
    struct msim_machine machine;
    struct msim_profile profile;
    struct msim_sim *sim;      /* NULL: nothing is simulated */
    struct msim_table counter; /* then: one msim_counter per segment, */
    uint64_t instructions;     /* and how many the stream had so far */
    struct msim_needs needs;   /* of all observers that were made */
    struct msim_observing observing[MSIM_OBSERVERS_MAX];
    unsigned observers;
    struct msim_study_file file[MSIM_FILES_MAX];
    unsigned files;
};

struct msim_counter {
    uint64_t times;
    uint32_t conditional; /* has it accesses that do not always happen? */
    uint32_t instrs;      /* as in sim.c */
};

/* `study` is zeroed; `machine` is that of the options; names in them must live as long as the study.
 * `memory`: available bytes, 0: unknown.  False: an option cannot be carried out, see *refusal. */
bool msim_study_init(struct msim_study *study, const struct msim_mem *mem, struct msim_dict *dict,
                     const struct msim_options *options, const struct msim_machine *machine,
                     uint64_t memory, struct msim_refusal *refusal);

/* The state of an observer; NULL: it was not made. */
void *msim_study_observer(const struct msim_study *study, const struct msim_observer *observer);

/* Prepares for what the dictionary has gained; before it is in a chunk. */
void msim_study_extend(struct msim_study *study);

void msim_study_run(struct msim_study *study, const uint64_t *words, const uint64_t *end);

/* An event where no stream is recorded; clock events then say what ran. */
void msim_study_event(struct msim_study *study, const uint64_t *record);

/* Brings the results up to date with what ran. */
void msim_study_settle(struct msim_study *study);

/* All counts to zero: a forked child counts what it runs itself. */
void msim_study_clear(struct msim_study *study);

/* Where the executions of a segment are counted. */
static inline struct msim_counter *msim_study_counter(const struct msim_study *study,
                                                      uint32_t segment)
{
    return msim_table_at(&study->counter, segment);
}

/* The file that this option names; NULL: the study does not write it. */
const struct msim_study_file *msim_study_file(const struct msim_study *study, const char *option);

/* `command` is the program that ran, as one line. */
void msim_study_write(const struct msim_study_file *file, const char *command,
                      const struct msim_sink *sink);

void msim_study_summary(const struct msim_study *study, const struct msim_lines *lines);

#endif
