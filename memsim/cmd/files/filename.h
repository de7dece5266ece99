/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of files, those beside others; of output files: --out-dir, and %p, %q{VARIABLE}, %n and %%
 * as in the tool. */
#pragma once

#include <stdbool.h>

/* Returns the expanded name for process `pid`, from malloc.  If it cannot be expanded, ends the
 * command with a message about that option or, if `option` is NULL, returns NULL. */
char *msim_expand_name(const char *option, const char *name, long pid);

/* The same for a file that is in the folder `out_dir` if its name is relative; NULL: the working
 * folder. */
char *msim_expand_name_in(const char *out_dir, const char *option, const char *name, long pid);

/* Creates a folder and those that lead to it, or ends the command. */
void msim_create_folder(const char *folder);

/* True: both names lead to the same file.  False for devices and pipes, which may be shared. */
bool msim_same_file(const char *one, const char *other);

/* The name of another file of the same run, from malloc: with `other` in place of the last `own`
 * after the folder.  Of memsim.heap.123, with ".heap." and ".alloc.", that is memsim.alloc.123.
 * NULL: the name lacks `own`. */
char *msim_name_beside(const char *name, const char *own, const char *other);
