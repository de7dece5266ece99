/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A profile of calls: functions, edges between them, and the tree of calling contexts.
 *
 * A file of Callgrind's has functions with their own counts, and edges (caller, callee) with
 * inclusive ones.  A file of memsim's also has the tree: a context is a function, called from a
 * line of another context, with the counts that are its own (exclusive).  Context 0 stands for the
 * program; contexts that begin threads and signal handlers are its children.  The number of a
 * parent is less than its child's.
 *
 * `counts` has events, totals, descriptions and the command, which is what columns are made from.
 *
 * Cost: 32 bytes a context, and as many bytes as its counts have digits to the base 128.
 */
#pragma once

#include "cmd/base/index.h"
#include "cmd/counts/counts.h"

/* What an instruction costs, or a line if the file has no instructions; and its calls. */
struct msim_calls_cost {
    uint64_t address; /* in its object; 0: unknown */
    uint32_t function, file, line;
    uint32_t callee; /* MSIM_NOTHING: its own cost; else what is called */
    uint64_t calls;  /* how many times */
};

enum msim_profile_context_kind {
    MSIM_CONTEXT_THREAD = 't', /* the line is the thread's number */
    MSIM_CONTEXT_SIGNAL = 's', /* the line is the signal's number */
    MSIM_CONTEXT_CALL = 'c',
    MSIM_CONTEXT_TAIL = 'j',
    MSIM_CONTEXT_INLINED = 'i',
    MSIM_CONTEXT_FOLDED = 'f' /* its recursion is counted in it */
};

struct msim_calls_function {
    uint32_t object, file, name; /* numbers of names; see msim_calls */
    uint32_t line;               /* the first line with counts; 0: unknown */
};

struct msim_calls_edge {
    uint32_t caller, callee;
    uint64_t calls;
};

struct msim_profile_context {
    uint32_t parent, function;
    uint32_t line; /* of the call, in the parent; 0: unknown */
    unsigned char kind;
    uint64_t calls;
    uint64_t packed; /* where its counts begin */
};

/* Starts zeroed. */
struct msim_call_profile {
    struct msim_counts counts;
    struct msim_names object, file, name;

    struct msim_calls_function *function;
    int64_t *self; /* `counts.events` for each function, of the lines, not of the tree */
    size_t functions;
    struct msim_calls_edge *edge;
    int64_t *edge_count; /* `counts.events` for each edge */
    size_t edges;
    struct msim_index function_index, edge_index;

    bool has_instructions;        /* positions have addresses */
    bool keep_costs;              /* set before reading: keep what follows */
    struct msim_calls_cost *cost; /* in the order of the file */
    int64_t *cost_count;          /* `counts.events` for each */
    size_t costs;
    const char **build_id; /* of the objects that have one, by their names' numbers; else NULL */
    size_t build_ids;      /* its length */

    struct msim_profile_context *context; /* NULL: the file has no tree */
    size_t contexts;                      /* with context 0 */
    size_t folded; /* contexts of libraries that are in the others (fold.h) */
    unsigned char *packed;
    size_t packed_used, packed_room;
};

void msim_calls_free(struct msim_call_profile *calls);

/* Adds the context's own counts to `sum`. */
void msim_context_add(const struct msim_call_profile *calls, size_t context, int64_t *sum);

/* The function's own counts in the lines of the file. */
static inline int64_t *msim_calls_self(const struct msim_call_profile *calls, size_t function)
{
    return calls->self + function * calls->counts.events;
}

static inline int64_t *msim_calls_edge_count(const struct msim_call_profile *calls, size_t edge)
{
    return calls->edge_count + edge * calls->counts.events;
}

/* The build id of the function's object; NULL: the file does not say one. */
const char *msim_calls_build_id(const struct msim_call_profile *calls, uint32_t function);

/* Names of a function, for people: "???" if not known. */
const char *msim_calls_name(const struct msim_call_profile *calls, uint32_t function);
const char *msim_calls_file(const struct msim_call_profile *calls, uint32_t function);
const char *msim_calls_object(const struct msim_call_profile *calls, uint32_t function);

/* --- for the reader --------------------------------------------------------------------------- */

/* Return the number of what has these names or ends, which is added if it is new. */
uint32_t msim_calls_function_of(struct msim_call_profile *calls, uint32_t object, uint32_t file,
                                uint32_t name);
uint32_t msim_calls_edge_of(struct msim_call_profile *calls, uint32_t caller, uint32_t callee);

/* Keeps a cost with its counts. */
void msim_calls_add_cost(struct msim_call_profile *calls, struct msim_calls_cost cost,
                         const int64_t *count);

/* Keeps the build id of an object. */
void msim_calls_add_build_id(struct msim_call_profile *calls, uint32_t object, const char *id);

/* Adds a context with its counts, of which `given` are not left out. */
void msim_calls_add_context(struct msim_call_profile *calls, struct msim_profile_context context,
                            const int64_t *count, size_t given);

/* Gives a context these counts instead. */
void msim_calls_pack(struct msim_call_profile *calls, size_t context, const int64_t *count,
                     size_t given);
