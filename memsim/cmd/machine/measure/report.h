/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was measured, as text, as JSON, and as a picture. */
#pragma once

#include <stdio.h>

#include "cmd/draw/picture.h"
#include "cmd/machine/file/described.h"
#include "run.h"
#include "values.h"

/* `before` is what was known, `after` what the machine file has. */
struct msim_measure_report {
    const struct msim_measuring *measuring;
    const struct msim_described *before, *after;
    const struct msim_measured_values *found;
    const char *processor, *date;
};

void msim_measure_text(const struct msim_measure_report *report, FILE *to);
void msim_measure_json(const struct msim_measure_report *report, FILE *to);

/* Draws the files that the output asks for: measured points, and simulated ones. */
void msim_measure_draw(const struct msim_measure_report *report, const struct msim_output *output);

/* The median of how far simulated points are from measured ones, as a factor above 1; NAN: none. */
double msim_measure_off(const struct msim_measured_curve *curve);
