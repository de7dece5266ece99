/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shortens names for pictures, so that what tells them apart is left. */
#ifndef MSIM_CMD_DRAW_SHORTEN_H
#define MSIM_CMD_DRAW_SHORTEN_H

#include <stddef.h>

/* Copies the name of a function into `to` (of `room` bytes, at least 8) as clean UTF-8 of at most
 * `most` code points.  Of C++ and Rust, what is too long loses first the arguments, then what is in
 * angle brackets, then its namespaces: std::vector<…>::push_back(…), …push_back(…). */
void msim_shorten_function(char *to, size_t room, const char *name, size_t most);

/* Likewise the name of a file, without folders; that of a library loses its version:
 * libsqlite3.so. */
void msim_shorten_file(char *to, size_t room, const char *name, size_t most);

#endif
