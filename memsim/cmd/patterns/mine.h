/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whose code it is: the user's, or that of libraries and the system.
 *
 * The user's is what has neither its source nor its object (executable or library) where systems and
 * toolchains keep theirs: /usr, /lib, what compilers and Rust bring, and packages that cargo fetched.
 * With folders that the user names, it is what has its source in one of them; where the path of the
 * source is unknown or relative, its object.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct msim_mine {
    const char **folder; /* given by the user, without a slash at the end; none: as above */
    size_t folders;
};

/* Adds a folder, as the user writes it, and its path from the root, if it exists. */
void msim_mine_add(struct msim_mine *mine, const char *folder);
void msim_mine_free(struct msim_mine *mine);

/* True: the code is the user's.  "", "???" or NULL: that is not known. */
bool msim_is_mine(const struct msim_mine *mine, const char *source, const char *object);
