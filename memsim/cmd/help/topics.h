/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim help TOPIC: questions and the commands that answer them, words, events, and the manuals. */
#pragma once

#include <stdbool.h>

/* The names of all questions and words, which NULL ends. */
const char *const *msim_help_topics(void);

/* Prints the topic of that name, in any case; false: there is none. */
bool msim_help_topic(const char *name);

/* Prints what an event or a column such as D1m is; false: there is none of that name. */
bool msim_help_event(const char *name);

/* Prints the lines of the manuals that have the word; false: there are none. */
bool msim_help_search(const char *word);
