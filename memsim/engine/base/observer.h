/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The seam between the study (study.h) and its observers.
 *
 * An observer reads what the guest did and writes files about it.  It is a room of its own and one row of
 * the table in engine/observers.c.  Nothing else knows observers by name: the tool, the study, replays and
 * `memsim run` read the rows.
 *
 * What an observer can read, each by a function of its row; NULL means that it does not:
 *
 *     run      every record of the stream, chunk by chunk
 *     event    what is no code: allocations, mappings, clocks (stream/event.h)
 *     misses   what missed a level of the simulator, batch by batch, in the order of the program
 *     pages    references to pages: taken in `make`, from the simulator (caches/touch.h)
 *
 * Dispatch is per chunk, per event and per batch, never per access.  An observer owns its state, which
 * comes from the allocator that is passed in; it never calls the tool, and what it needs of the guest
 * stands in the record.
 */
#ifndef MSIM_ENGINE_BASE_OBSERVER_H
#define MSIM_ENGINE_BASE_OBSERVER_H

#include "option.h"

struct msim_dict;
struct msim_lines;
struct msim_machine;
struct msim_mem;
struct msim_profile;
struct msim_ref;
struct msim_sim;
struct msim_sink;

/* What has to be recorded for an observer.  The study unites the needs of its observers. */
struct msim_needs {
    bool stream;       /* every record in order; else it is only counted how often a segment runs */
    bool misses;       /* the simulator, also where the machine has no level */
    bool objects;      /* sites know the file that their code is from */
    bool allocations;  /* events: calls of functions that allocate and free, */
    bool stacks;       /* the sizes of stacks, */
    bool mapped;       /* mappings as allocations, */
    bool mappings;     /* mappings as such, */
    bool kernel;       /* what the kernel reads and writes for the program, and forks, */
    bool milliseconds; /* the time, */
    bool microseconds; /* and a finer one */
    uint32_t calls;    /* frames of the call stack that comes with an allocation */
    const struct msim_names *alloc_fns; /* further functions that allocate; NULL: none */
};

/* What an observer is made with.  All of it lives as long as the observer. */
struct msim_setting {
    const struct msim_mem *mem;
    struct msim_dict *dict;
    const struct msim_machine *machine;
    struct msim_profile *profile;
    struct msim_sim *sim; /* NULL: nothing is simulated */
    bool has_stream;      /* the stream is recorded for others too, or comes from a trace */
    uint64_t memory;      /* available bytes; 0: unknown */
};

/* Why an option cannot be carried out. */
struct msim_refusal {
    const char *option, *value, *reason;
};

/* Levels that a reference missed, for `misses`. */
enum msim_missed_level { MSIM_MISSED_FIRST, MSIM_MISSED_L2 };

struct msim_result_file {
    const char *option; /* that names it, "--heap-out-file" */
    size_t name;        /* the offset of its name in the observer's options; may have %p */
    const char *viewer; /* the command that shows it */
    /* `command` is the program that ran, as one line. */
    void (*write)(void *self, const char *command, const struct msim_sink *sink);
};

struct msim_observer {
    const char *name;
    struct msim_option_table options;
    const struct msim_result_file *files;
    unsigned files_used;

    /* Do the options ask for it? */
    bool (*is_on)(const void *options);
    /* Adds what it needs; NULL: nothing. */
    void (*needs)(const void *options, struct msim_needs *needs);
    /* Its state.  NULL: it is not made, and *refusal says why if that is an error. */
    void *(*make)(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal);

    /* The rest may be NULL. */

    /* Prepares for what the dictionary has gained, before it is in a chunk. */
    void (*extend)(void *self);
    void (*run)(void *self, const uint64_t *words, const uint64_t *end);
    /* `instructions` were begun by the segments of the stream before it. */
    void (*event)(void *self, const uint64_t *record, uint64_t instructions);
    /* References whose `missed` (caches/ref.h) says which levels of the first kind they missed, or which
     * all missed L2. */
    void (*misses)(void *self, enum msim_missed_level level, const struct msim_ref *refs,
                   uint32_t used);
    /* Brings its results up to date with what ran. */
    void (*settle)(void *self);
    /* All counts to zero: a forked child counts what it runs itself. */
    void (*clear)(void *self);
    void (*summary)(const void *self, const struct msim_lines *lines);
    /* The option that a trace would have to be recorded with; NULL: the trace has all it needs. */
    const char *(*not_recorded)(const void *recorded, const void *wanted);
};

#endif
