/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim run --for=QUESTION: the options that answer a question. */
#pragma once

/* The names of questions, separated by |. */
extern const char msim_preset_names[];

/* Replaces --for=QUESTION among the first `options` arguments after argv[0] by its options, before all
 * others, so that these count.  Returns the new arguments, from malloc, sets *argc, and returns in
 * *presets how many options there are of questions. */
char **msim_presets_expand(int *argc, char **argv, int options, int *presets);
