/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where result files go, reachable until the end.
 *
 * By the time that files are written, the guest may have called chroot, or have given up the
 * privileges that it takes to search the path.  So their folders are opened at the start, only as
 * places (nothing is read), out of the guest's reach; names are resolved from there.  The root is
 * held, too: a forked child may have a folder of its own, by a name with %p.
 *
 * One descriptor holds all of them (parking.h).  A folder that is not held is found by its path.
 */
#pragma once

#include "pub_tool_basics.h"

/* A name, and the folder from which it is resolved. */
struct msim_file_place {
    Int folder;
    const HChar *name; /* points into the name that it was made from */
};

/* From now on holds the folders of these files, if they exist, and no others.  All names are
 * absolute. */
void msim_folders_hold(HChar *const *file, UInt files);

/* Creates a folder and those that lead to it; returns 0, also if it exists, or the errno. */
Int msim_folders_create(const HChar *folder);

/* The folder and name of a file; msim_folders_leave() closes the folder again. */
struct msim_file_place msim_folders_place(const HChar *file);
void msim_folders_leave(const struct msim_file_place *place);

/* True: the file's own folder is held. */
Bool msim_folders_has(const HChar *file);
