/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is shown on a terminal: colours, a pager for what is longer than the screen, and an answer
 * of one screen.
 *
 * The pager is MEMSIM_PAGER, PAGER or less, as in git: it is run by the shell, with LESS=FRX unless
 * LESS is set; none is used if it is empty or cat, cannot be found, or if the terminal has no
 * height or is dumb.  A pager that ends early ends the command without a complaint.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What standard output's terminal is wide; 0: it is none. */
size_t msim_terminal_width(void);

/* True: it is one of the words of the next function. */
bool msim_terminal_is_choice(const char *when);

/* "auto", "always" or "never"; ends the command at anything else. */
void msim_terminal_choose_colours(const char *when);

bool msim_terminal_has_colours(void);

/* From here on, standard output goes through the pager, which the end of the process waits for. */
void msim_terminal_page(void);

/* From here on, standard output is collected.  At the end of the process it is shown if it fits the
 * screen, and otherwise the short answer, and how many lines it leaves out, with the command that
 * shows all. */
void msim_terminal_show_one_screen(const char *all);

/* Makes the short answer, if there is to be one: what `write` writes, with the largest of `levels`
 * from 1 on with which it fits the screen.  More levels are more lines. */
void msim_terminal_answer(void (*write)(const void *of, size_t level, FILE *to), const void *of,
                          size_t levels);
