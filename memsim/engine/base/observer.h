/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The seam between the study (study.h) and its observers.
 *
 * An observer reads what the guest did and writes files about it.  It has a folder of its own and
 * one row in engine/observers.list.  Nothing else knows observers by name: the tool, the study,
 * replays and `memsim run` read the rows.
 *
 * What an observer can read, each by a function of its row, which is NULL if it does not:
 *
 *     run       all records of the stream, chunk by chunk
 *     event     what is not code: allocations, mappings, clocks (stream/event.h)
 *     misses    what missed a level of the simulator, batch by batch, in program order
 *     segment, contexts, pages, attribute, shared, ran, regions: what the simulator does
 *
 * Dispatch is per chunk, per event and per batch, never per access.  An observer owns its state,
 * which comes from the allocator that is passed in.  It never calls the tool: the records contain
 * what it needs of the guest.
 */
#pragma once

#include "option.h"

struct msim_about;
struct msim_allocators;
struct msim_branch_observer;
struct msim_context_observer;
struct msim_dict;
struct msim_lines;
struct msim_machine;
struct msim_mem;
struct msim_open;
struct msim_page_observer;
struct msim_parts;
struct msim_profile;
struct msim_ref;
struct msim_sharing;
struct msim_sim;
struct msim_sink;
struct msim_timer;
struct msim_waited;

/* Names of functions that options give. */
struct msim_named_functions {
    /* The name with this number, from 0 on, and its option; NULL: no more. */
    const char *(*name)(const void *options, unsigned number, const char **option); /* NULL: none */
    const void *options;
};

/* What must be recorded for an observer.  The study combines the needs of its observers. */
struct msim_needs {
    bool stream;      /* all records in order; else segments are only counted */
    bool misses;      /* the simulator, even if the machine has no level */
    bool layout;      /* what missed in companions of levels, as far as the machine has them */
    bool objects;     /* in files, function names carry their object file */
    bool allocations; /* events: calls of functions that allocate and free, */
    bool stacks;      /* the sizes of stacks, */
    bool mapped;      /* mappings as allocations, */
    bool mappings;    /* mappings as such, */
    bool flow;        /* calls, returns, threads and signals, */
    bool pointers;    /* and the thread pointers of threads, */
    bool threads;     /* only which thread runs, */
    bool tasks;       /* when threads begin, wait and end, and which instructions are atomic, */
    const char
        *whole; /* why what is not collected cannot be left out, and what to do; NULL: it can */
    const char
        *awaits;     /* the option by which collection begins with a function; NULL: it does not */
    bool inlined;    /* inlined calls: the study says so, not an observer */
    bool operations; /* what each segment computes (stream/ops.h), */
    bool branches;   /* and what the branch at its end did (enum msim_branch), */
    bool instructions; /* a site for each instruction, with its address, */
    bool kernel;       /* what the kernel reads and writes for the program, and forks, */
    bool milliseconds; /* the time in milliseconds, */
    bool microseconds; /* or in microseconds */
    uint32_t calls;    /* frames of the call stack of each allocation */
    const struct msim_allocators *allocators; /* additional allocation functions; NULL: none */
    struct msim_named_functions named;
};

/* What an observer is made from.  All of it lives as long as the observer. */
struct msim_setting {
    const struct msim_mem *mem;
    struct msim_dict *dict;
    const struct msim_machine *machine;
    struct msim_profile *profile;
    struct msim_sim *sim; /* NULL: nothing is simulated */
    bool has_stream;      /* the stream is recorded for others, too, or comes from a trace */
    uint64_t memory;      /* available bytes; 0: unknown */
    uint64_t limit;       /* bytes that the machine gives at most (host/memory.h); 0: unknown */
    bool inlined;         /* files say which calls were inlined, */
    unsigned observed;    /* the number of the first of its columns */
    bool objects;         /* and in which object a function is (report/objectname.h) */
};

/* How much memory an observer may take for what its option does not bound: an eighth of what the
 * machine gives. */
static inline uint64_t msim_usual_limit(const struct msim_setting *setting)
{
    enum { SHARE = 8, LEAST = 8 << 20, UNKNOWN = 1 << 30 };
    uint64_t limit = setting->limit ? setting->limit / SHARE : UNKNOWN;
    return limit < LEAST ? LEAST : limit;
}

/* A need that not all traces meet, and the observer's option that has it recorded. */
struct msim_trace_need {
    size_t need; /* offset in struct msim_needs, of a bool */
    const char *with;
};

/* Why an option cannot be followed. */
struct msim_refusal {
    const char *option, *value, *reason;
};

/* What the references passed to `misses` have missed. */
enum msim_missed_level { MSIM_MISSED_FIRST, MSIM_MISSED_L2 };

struct msim_result_file {
    const char *option; /* that names it, "--heap-out-file" */
    size_t name;        /* offset of its name, which may contain %p, in the observer's options */
    const char *viewer; /* the command that shows it */
    void (*write)(void *self, const struct msim_about *about, const struct msim_sink *sink);
    const char
        *shows; /* what one sees there, in a few words; NULL: no more than the command says */
};

/* What an observer may take only with some options. */
enum msim_input {
    MSIM_INPUT_RUN,
    MSIM_INPUT_SEGMENTS,
    MSIM_INPUT_RECORDS,
    MSIM_INPUT_PAGES,
    MSIM_INPUT_NEAR
};

struct msim_observer {
    const char *name;
    struct msim_option_table options;
    const struct msim_result_file *files;
    unsigned files_used;
    /* Columns that it adds to the counts of lines, parts and contexts, by msim_sim_observe(); there
     * is a simulator then, and it needs the stream. */
    const struct msim_observed *observed;
    unsigned observed_used;
    /* Says in the machine what its options do to these; NULL: nothing. */
    void (*describe)(const void *options, struct msim_machine *machine);
    const struct msim_words *words; /* of the columns of its files, if these have counts by line */
    unsigned words_used;
    const char *with; /* an observer that is made with it unless its options refuse; NULL: none */

    /* The option that turns it on, "--calls=yes"; NULL: it is on unless an option says
     * otherwise. */
    const char *turned_on_by;
    /* True: it is made only with several cores.  NULL: in either case. */
    bool (*of_cores)(const void *options);
    /* True: the options ask for it.  NULL: the bool at this offset says so. */
    bool (*is_on)(const void *options);
    size_t on;
    /* The offset of the bool that says that it is not to be made; 0: none. */
    size_t refused;
    /* Adds what it needs; NULL: it needs nothing. */
    void (*needs)(const void *options, struct msim_needs *needs);
    /* Returns its state.  NULL: it is not made; if that is an error, *refusal says why. */
    void *(*make)(const struct msim_setting *setting, const void *options,
                  struct msim_refusal *refusal);

    /* The following may be NULL. */

    /* Prepares new segments and sites of the dictionary, before a chunk contains them. */
    void (*extend)(void *self);
    void (*run)(void *self, const uint64_t *words, const uint64_t *end);
    /* True: it takes this input, which it has a function for, with its options.  NULL: it does. */
    bool (*takes)(const void *self, enum msim_input input);
    /* `instructions` were begun by the segments before the event.  Which thread runs is said only
     * to those that need flow, threads or tasks: several cores change it every few records. */
    void (*event)(void *self, const uint64_t *record, uint64_t instructions);
    /* Takes references that missed first levels, as their `missed` says (ports/ref.h), or that all
     * missed L2.  Such an observer may be in another process than the others, with the outer levels
     * (study.h), unless it takes events.  It must not attach to the simulator's pages. */
    void (*misses)(void *self, enum msim_missed_level level, const struct msim_ref *refs,
                   uint32_t used);

    /*
     * What it takes of the simulator, if there is one: the study attaches these (engine/attach.h).
     * One observer can have each, but segments.
     */

    /* Sees each record of a segment before its references, when its context and part are known:
     * this is slower. */
    void (*segment)(void *self, const uint64_t *record);
    /* The same after its references, when what they missed is known; `served` said that of those
     * that missed, as an outcome each (outer/misses.h). */
    void (*completed)(void *self, const uint64_t *record);
    void (*served)(void *self, const struct msim_ref *refs, const uint8_t *outcomes, uint32_t used);
    /* The line of this address is written to memory, before the reference that causes it is shown
     * (outer/traffic.h). */
    void (*wrote)(void *self, uint64_t first);
    /* Bytes are read from memory or written there because of the reference; written ones are from
     * ref->first on.  It happens now: with this, what misses is passed on at once. */
    void (*moved)(void *self, const struct msim_ref *ref, bool written, uint64_t bytes);
    /* If it does not want to see all of them: where it says from which instruction on it does,
     * which it may change in `completed`.  NULL: it sees all. */
    const uint64_t *(*segments_from)(const void *self);
    /* And it sees those that it did not want to see, many at a time, after they ran: all words up
     * to `end`, events among them; `instructions` were begun before these. */
    void (*skipped)(void *self, const uint64_t *words, const uint64_t *end, uint64_t instructions);
    /* Says how it knows the time of several cores (caches/make.h). */
    void (*timer)(void *self, struct msim_timer *timer);
    /* Says how it counts branches (caches/make.h). */
    void (*branches)(void *self, struct msim_branch_observer *branches);
    /* Says how it divides all counts among contexts (parts/contexts.h). */
    void (*contexts)(void *self, struct msim_context_observer *contexts);
    /* Says how it takes references to pages (caches/touch.h), if the simulator can find them. */
    void (*pages)(void *self, struct msim_page_observer *pages);
    /* What a reference belongs to that missed, and what it missed at last (outer/misses.h);
     * `record` and `passed` see each record besides. */
    uint32_t (*attribute)(void *self, const struct msim_ref *ref);
    void (*outcomes)(void *self, const struct msim_ref *refs, const uint32_t *numbers,
                     const uint8_t *outcomes, uint32_t used);
    void (*record)(void *self, const uint64_t *record);
    void (*passed)(void *self, const uint64_t *record);
    /* And what cycles are waited for, if a core is simulated; or why a reference missed, once. */
    void (*waited)(void *self, unsigned column, const struct msim_waited *load, uint64_t cycles);
    /* References by which lines change hands between cores, or nearly (coherence/sharing.h). */
    void (*shared)(void *self, const struct msim_sharing *sharing);
    bool (*near)(void *self, const struct msim_sharing *sharing);
    /* What ran since the last boundary (caches/parts.h). */
    void (*ran)(void *self, struct msim_parts *parts, uint64_t instructions);
    /* Which regions begin and end, in which thread (parts/open.h). */
    void (*regions)(void *self, struct msim_open *open, uint64_t instructions);

    /* Memory is short: from here on it folds, as at its limit. */
    void (*save_memory)(void *self);
    /* Brings its results up to date, at the end of what it observes; */
    void (*settle)(void *self);
    /* and at a moment after which it goes on.  NULL: that is the same. */
    void (*refresh)(void *self);
    /* Resets all counts: a forked child counts only what it runs itself. */
    void (*clear)(void *self);
    void (*summary)(const void *self, const struct msim_lines *lines);
    /* The same of what --stats=yes adds. */
    void (*stats)(const void *self, const struct msim_lines *lines);
    /* The number of further files beside the last of `files`; NULL: none.  And the ending that each
     * adds to that one's name, from number 1: ".1"; false: there is nothing to write. */
    uint32_t (*further)(const void *self);
    bool (*further_name)(const void *self, uint32_t number, struct msim_text *name);
    void (*write_further)(void *self, uint32_t number, const struct msim_about *about,
                          const struct msim_sink *sink);
    /* The option that a trace must be recorded with so that this observer can be made from it;
     * NULL: its needs say enough (engine/recorded.h). */
    const char *recorded_with;
    /* What its options have recorded, for others, too. */
    const struct msim_trace_need *records;
    unsigned records_used;
    /* Adds other options that the trace should have been recorded with, for what the needs do not
     * say. */
    void (*not_recorded)(const void *recorded, const void *wanted, struct msim_lacks *lacks);
};
