/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the drivers share that make readers read mutations of files.
 *
 *     DRIVER ROUNDS FILE...     rounds 0 to ROUNDS - 1, each with a mutation of the files
 *     DRIVER --only=N FILE...   round N alone, as a failure names it
 *     DRIVER --planted FILE...  a fault that must be found, then round 0
 *
 * A round depends only on its number and the files, so a run does the same on a machine of any
 * speed.  At the end it prints how many mutations were accepted and refused.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct msim_bytes {
    char *at; /* from malloc, with a 0 behind them */
    size_t size;
};

/* What a driver has of its own.  Only one of `planted` and `plant` is there. */
struct msim_fuzz {
    const char
        *words; /* to put into files, or in place of fields; the first character parts them */
    const char *field_ends;            /* the characters that part fields */
    void (*mend)(struct msim_bytes *); /* makes most mutations acceptable; or NULL */
    bool (*round)(struct msim_bytes);  /* reads a mutation, and frees it; whether it was accepted */
    const char *planted;               /* read without the 0 behind it, it is a fault */
    void (*plant)(void);               /* a fault that a sanitizer must find */
};

extern const struct msim_fuzz msim_fuzz;

/* For rounds: a number below `below`; a further file with up to three changes. */
uint64_t msim_any(uint64_t below);
struct msim_bytes msim_mutant(void);

/* Puts `count` bytes in place of `gone` at `at`. */
void msim_replace(struct msim_bytes *of, size_t at, size_t gone, const char *with, size_t count);

/* Where to write to; rewound for each round. */
extern FILE *msim_fuzz_nowhere;

/* Says what is wrong and in which round, and ends. */
void msim_fuzz_fail(const char *what) __attribute__((noreturn));

/* For faults to plant: a copy of the text without the 0 behind it. */
struct msim_bytes msim_fuzz_unended(const char *text);
