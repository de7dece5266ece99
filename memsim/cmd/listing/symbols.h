/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Libraries whose files have no symbols or lines, and where these are: in a package, by the
 * database of dpkg, or on a server of debuginfod, by /etc/os-release.  Both are only read; nothing
 * is run.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "cmd/base/index.h"

struct msim_lacking {
    struct msim_names object;
    double *share; /* of each, in percent */
};

/* Adds to the share of a library, by its path. */
void msim_lacking_add(struct msim_lacking *lacking, const char *object, double share);
void msim_lacking_free(struct msim_lacking *lacking);

/* The libraries with at least that share, the most first, and what to type; nothing if there is
 * none. */
void msim_lacking_put(const struct msim_lacking *lacking, double least, FILE *to);

/* Adds what is in a function, or comes through it, if that has no name and is in a library or
 * program of the system, whose symbols a package may have; returns whether it has been added. */
bool msim_lacking_add_unnamed(struct msim_lacking *lacking, const char *function,
                              const char *object, double share);

/* True: so many percent are in functions without names that something is said: a tenth or more. */
bool msim_lacking_is_much(double whole);

/* Then says so, "93% of Cy is in", and what to type. */
void msim_lacking_put_unnamed(const struct msim_lacking *lacking, double whole, const char *what,
                              FILE *to);

/* The package with the symbols of a file, "libssl3-dbgsym", in the system below the folder `root`
 * (""); from malloc, NULL: no package is known to have the file. */
char *msim_symbols_package(const char *root, const char *path);

/* The server with the symbols of that system's packages. */
const char *msim_symbols_server(const char *root);
