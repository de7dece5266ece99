/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fingerprint: what a run's counts depend on besides the program's work.
 *
 * Each fact is a line "KEY: TEXT".  The recorder makes it a string of the dictionary when the fact
 * is known ("# run: KEY: TEXT"): libc, for example, is loaded by the program.  So facts are
 * available where the dictionary is: in another process, in an incomplete trace, and in a replay.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define MSIM_FINGERPRINT "# run: "

struct msim_dict;
struct msim_text;

/* In the order in which files have them. */
enum msim_fact {
    MSIM_FACT_MEMSIM, /* versions */
    MSIM_FACT_VALGRIND,
    MSIM_FACT_PROGRAM,     /* build id and path */
    MSIM_FACT_LIBC,        /* the same, if the program has one */
    MSIM_FACT_PROCESSOR,   /* features, as the program sees them */
    MSIM_FACT_ALLOCATOR,   /* build id and path of each object whose malloc() ran */
    MSIM_FACT_ENVIRONMENT, /* bytes of the strings of the environment */
    MSIM_FACT_ENDED,       /* how the program ended; known at the end */
    MSIM_FACTS
};

/* "Program". */
const char *msim_fact_name(enum msim_fact fact);

/* The fact that the line "KEY: TEXT" states; MSIM_FACTS: none. */
enum msim_fact msim_fact_of(const char *line);

/* Writes a line "KEY: TEXT" for each fact in the dictionary, after `start`. */
void msim_put_fingerprint(struct msim_text *text, const char *start, const struct msim_dict *dict);

/* A hash of those lines; 0: the dictionary has none. */
uint64_t msim_fingerprint_hash(const struct msim_dict *dict);
