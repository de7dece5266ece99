/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shortens names, so that what distinguishes them is left. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Copies the name of a function into `to` (of `room` bytes, at least 8) as clean UTF-8 of at most
 * `most` code points.  Of C++ and Rust, what is too long loses first what goes without saying
 * (standard.h), then the arguments, then what is in angle brackets inside of others, then in any, then
 * its namespaces, from the outermost one on: std::vector<std::pair<…>>::push_back(…),
 * std::vector<…>::push_back(…), …push_back(…). */
void msim_shorten_function(char *to, size_t room, const char *name, size_t most);

/* The same step by step: 0 is the name itself, from malloc.  *more is set if a later stage may be
 * shorter. */
char *msim_shorten_stage(const char *name, size_t stage, bool *more);

/* Likewise a place of a heap profile, "0x1234: main (prog.c:12)" or "main (in /usr/bin/prog)": the
 * function is what distinguishes places, so it gets the room first, its file the rest. */
void msim_shorten_place(char *to, size_t room, const char *place, size_t most);

/* Where the second part of such a place begins, " (prog.c:12)"; its end, if it has none. */
const char *msim_shorten_location(const char *place);

/* Likewise the name of a file, without folders; that of a library loses its version:
 * libsqlite3.so. */
void msim_shorten_file(char *to, size_t room, const char *name, size_t most);
