/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Options: parsing and help both come from tables.
 *
 * Each observer has its own table, for its own struct; so have the machine and memsim itself
 * (engine/options.h).  The setters below serve options whose values need no special treatment.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

struct msim_option {
    const char *name; /* with its dashes, without = */
    const char *form; /* of its value */
    const char *help;
    /* Stores `value` in the table's struct; returns NULL, or what is wrong and what is allowed.
     * Text is not copied: it must live as long as the options. */
    const char *(*set)(void *options, const struct msim_option *option, const char *value);
    size_t to;  /* for `set`: the offset of a field, or a number */
    bool study; /* it says what is simulated or counted, not where the results go */
};

struct msim_option_table {
    const struct msim_option *option;
    unsigned used;
    const void *usual; /* the struct with its defaults, */
    size_t bytes;      /* and its size */
};

/* The options that a trace should have been recorded with. */
enum { MSIM_LACKS_MAX = 16 };

struct msim_lacks {
    const char *option[MSIM_LACKS_MAX]; /* "--heap=yes"; the value is that of the run */
    unsigned used;
};

/* Adds an option unless it is there. */
void msim_lacks_add(struct msim_lacks *lacks, const char *option);

/* yes or no, into a bool. */
const char *msim_set_flag(void *options, const struct msim_option *option, const char *value);

/* A size from 64K on, into a uint64_t. */
const char *msim_set_limit(void *options, const struct msim_option *option, const char *value);

/* The name of a file, into a const char *; "none": NULL. */
const char *msim_set_file(void *options, const struct msim_option *option, const char *value);

enum { MSIM_NAMES_MAX = 64 };

/* Names of functions, each from an option of its own. */
struct msim_option_names {
    const char *name[MSIM_NAMES_MAX];
    unsigned used;
};

/* Adds a name to a struct msim_option_names. */
const char *msim_add_name(void *options, const struct msim_option *option, const char *value);

/* The following functions are for special setters. */
/* Reads a whole number without a sign, of at most nine digits, and moves *at past it. */
bool msim_read_whole(const char **at, uint32_t *number);

/* Sets *to if `value` is a whole number from `low` to `high`, else returns `allowed`. */
const char *msim_set_number(uint32_t *to, const char *value, uint32_t low, uint32_t high,
                            const char *allowed);
