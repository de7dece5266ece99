/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shortens names, so that what distinguishes them is left. */
#pragma once

#include <stddef.h>

/* Copies the name of a function into `to` (of `room` bytes, at least 8) as clean UTF-8 of at most
 * `most` code points.  Of C++ and Rust, what is too long loses first the arguments, then what is in
 * angle brackets, then its namespaces: std::vector<…>::push_back(…), …push_back(…). */
void msim_shorten_function(char *to, size_t room, const char *name, size_t most);

/* Likewise a place of a heap profile, "0x1234: main (prog.c:12)" or "main (in /usr/bin/prog)": the
 * function is what distinguishes places, so it gets the room first, its file the rest. */
void msim_shorten_place(char *to, size_t room, const char *place, size_t most);

/* Likewise the name of a file, without folders; that of a library loses its version:
 * libsqlite3.so. */
void msim_shorten_file(char *to, size_t room, const char *name, size_t most);
