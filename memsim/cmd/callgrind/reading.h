/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of the reader share. */
#pragma once

#include "cmd/base/index.h"
#include "cmd/files/lines.h"
#include "profile.h"

/* Compressed names: "(3) main" defines number 3, and "(3)" stands for it from then on. */

/* Starts zeroed.  A number may be defined again: files of several parts do. */
struct msim_compressed {
    uint64_t *number;
    uint32_t *name;
    size_t count;
    struct msim_index index;
};

enum msim_compressed_result {
    MSIM_COMPRESSED_GOOD,
    MSIM_COMPRESSED_UNKNOWN, /* a number that is not defined */
    MSIM_COMPRESSED_BAD      /* a number above 2^64 */
};

/* Finds or adds the name that `text` stands for. */
enum msim_compressed_result msim_compressed_name(struct msim_compressed *table,
                                                 struct msim_names *names, const char *text,
                                                 uint32_t *name);

void msim_compressed_free(struct msim_compressed *table);

enum { MSIM_POSITIONS = 3 }; /* instr, bb and line */

struct msim_calls_chosen;

struct msim_calls_reader {
    struct msim_line_reader lines;
    struct msim_call_profile *calls;
    struct msim_compressed objects, files, names;

    /* Positions of costs, and which of them are the line and the address. */
    size_t positions, line_at, address_at;
    uint64_t base[MSIM_POSITIONS];

    /* Names in effect; MSIM_NOTHING: none yet. */
    uint32_t object, function_file, file, function;
    uint32_t callee_object, callee_file, callee_name;

    /* After "calls=": the next line is the call's. */
    bool in_call;
    uint64_t count, times; /* of all calls, and of this one */
    uint32_t edge;

    bool by_memsim, has_head, in_tree;
    int64_t *read; /* sums of all counts, so that no sum of some of them is too large */

    /* "summary:" or "totals:" of a part, for files of memsim's, and the sums of the parts
     * before. */
    int64_t *summary, *before;
    size_t summary_line;

    /* The tree: `functions` of them are numbered from 1. */
    uint32_t *tree_function;
    size_t tree_functions;
    int64_t *tree_sum;
    bool tree_ended;

    uint32_t region;                  /* of the lines '#Q'; 0: none yet */
    struct msim_calls_chosen *chosen; /* NULL: nothing is in the selected regions */
};

/* --- Fields (readfields.c) -------------------------------------------------------------------- */

/* A number at *at, decimal or with 0x in front; false: none, or it is too large. */
bool msim_calls_take_number(const char **at, uint64_t *number);

const char *msim_calls_skip_blanks(const char *at);

/* Quotes `at` for a message, up to its first blank if `word`. */
const char *msim_calls_found(const char *at, bool word, char room[static 64]);

/* Reads counts at `at` up to the end of the line; those missing are 0.  *given: how many there
 * were. */
bool msim_calls_read_counts(struct msim_calls_reader *reader, const char *at, int64_t *count,
                            size_t *given);

/* Reads a decimal number at *at, below `limit`, and moves *at past it and the blanks after it. */
bool msim_calls_read_field(struct msim_calls_reader *reader, const char *what, const char **at,
                           uint64_t limit, uint64_t *number);

/* Reads the name `text` stands for. */
bool msim_calls_read_name(struct msim_calls_reader *reader, const char *key,
                          struct msim_compressed *table, struct msim_names *names, const char *text,
                          uint32_t *name);

/* --- Heads (readhead.c) ----------------------------------------------------------------------- */

/* Reads "KEY: TEXT"; *is_head: whether it is such a line. */
bool msim_calls_read_head(struct msim_calls_reader *reader, const char *line, bool *is_head);

/* What follows "# build-id: ": "HEX OBJECT". */
bool msim_calls_read_build_id(struct msim_calls_reader *reader, char *at);

/* The sums that the last part says are those of its lines. */
bool msim_calls_check_summary(struct msim_calls_reader *reader);

/* --- The tree (readtree.c) -------------------------------------------------------------------- */

/* Reads the line "# memsim tree: ...", or a line of the tree that begins with '#'. */
bool msim_calls_begin_tree(struct msim_calls_reader *reader, const char *version);
bool msim_calls_read_tree(struct msim_calls_reader *reader, char *line);

/* The lines '#P' and '#Q' of the tree: readregions.c. */
bool msim_calls_read_region(struct msim_calls_reader *reader, const char *at);
bool msim_calls_read_in_region(struct msim_calls_reader *reader, const char *at);

/* After all checks: leaves what is in the selected regions. */
void msim_calls_select_regions(struct msim_calls_reader *reader);
void msim_calls_free_chosen(struct msim_calls_reader *reader);

/* Checks a tree at the end of the file. */
bool msim_calls_end_tree(struct msim_calls_reader *reader);
