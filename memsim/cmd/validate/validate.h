/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim validate: pairs of small programs (memsim/kernels/pairs), natively and simulated.
 *
 * Each form of a pair is timed before and after all are simulated.  Where the two times are too far
 * apart, something else ran, and the pair is shown but is in no figure.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cmd/draw/canvas.h"

enum { MSIM_VALIDATED_PARTS = 16 };

/* How far apart two native times of a form may be. */
#define MSIM_VALIDATED_REPEATS 0.15

enum { MSIM_SLOW, MSIM_FAST, MSIM_FORMS };

/* A form; cycles are of one round. */
struct msim_validated_form {
    double before, after; /* natively */
    double predicted;
    double part[MSIM_VALIDATED_PARTS]; /* of the predicted cycles, as msim_cycles_part() */
};

struct msim_validated_pair {
    const char *name, *what;
    size_t number; /* among all */
    struct msim_validated_form form[MSIM_FORMS];
};

/* Where pairs are simulated, and how large their data is. */
struct msim_validated_sizes {
    uint64_t l1, l2, beyond, way;
};

struct msim_validated {
    const char *machine; /* a name or a file; NULL: the host */
    struct msim_validated_sizes sizes;
    struct msim_validated_pair *pair;
    size_t pairs;
    double rate; /* of the clock, in GHz */
};

/* Of the pairs that repeat. */
struct msim_validated_figures {
    size_t pairs;
    double rank_correlation;
    double median_factor, worst_factor;
    const char *worst; /* its pair */
    double median_error;
};

/* Sets the pairs: those whose names are in the list, separated by commas, or all if it is NULL.  A
 * name that is none ends the command. */
void msim_validated_choose(struct msim_validated *validated, const char *names);

/* Sets the sizes: half of L1 and L2 of the machine that is simulated, and four times the largest
 * level that the machine or this processor says it has. */
void msim_validated_fit(struct msim_validated *validated);

/* Measures and simulates all of them. */
void msim_validated_run(struct msim_validated *validated);

/* The largest part of a form's cycles. */
size_t msim_validated_largest(const struct msim_validated_form *form);

/* Natively, the less of both times; how far apart they are, 0.1 for 10%; and whether both forms
 * repeat. */
double msim_validated_cycles(const struct msim_validated_form *form);
double msim_validated_apart(const struct msim_validated_form *form);
bool msim_validated_repeats(const struct msim_validated_pair *pair);

/* Cycles of the slow form for one of the fast form. */
double msim_validated_native(const struct msim_validated_pair *pair);
double msim_validated_predicted(const struct msim_validated_pair *pair);

struct msim_validated_figures msim_validated_figures(const struct msim_validated *validated);

void msim_validated_text(const struct msim_validated *validated, FILE *to);
void msim_validated_json(const struct msim_validated *validated, FILE *to);

/* Gains, measured across and predicted upwards. */
struct msim_point msim_validated_picture_size(const struct msim_validated *validated, double width);
void msim_validated_picture(const struct msim_validated *validated, struct msim_canvas *canvas);
