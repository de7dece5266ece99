/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is shown on a terminal: colours, a pager for what is longer than the screen, and an answer of
 * one screen.
 *
 * The pager is MEMSIM_PAGER, PAGER or less, as in git: it is run by the shell, with LESS=FRX unless
 * LESS is set; none is used if it is empty or cat, cannot be found, or if the terminal has no height
 * or is dumb.  A pager that ends early ends the command without a complaint.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What standard output's terminal is wide; 0: it is none. */
size_t msim_terminal_width(void);

/* True: it is one of the words of the next function. */
bool msim_terminal_is_choice(const char *when);

/* "auto", "always" or "never"; ends the command at anything else. */
void msim_terminal_choose_colours(const char *when);

bool msim_terminal_has_colours(void);

/* From here on, standard output goes through the pager, which the end of the process waits for. */
void msim_terminal_page(void);

/* From here on, standard output is collected, and at the end of the process as much of it shown as
 * fits the screen, with the command that shows all.  Parts whose first line has one of the words
 * `without`, which end with NULL, are left out, if not all fits. */
void msim_terminal_show_one_screen(const char *const *without, const char *all);
