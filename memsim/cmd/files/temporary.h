/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files and folders that do not stay.  They are in TMPDIR, and are removed at the latest when the
 * command exits.
 *
 * While there are any, the signals that end a command (SIGHUP, SIGINT, SIGTERM, unless they are
 * ignored) wait until nothing is left to remove: for the last one, or for who asks whether one has
 * come.
 */
#pragma once

#include <stdbool.h>

/* Creates one, and returns its name, which lives until it is removed.  Ends the command if that is
 * impossible. */
char *msim_temporary_file(const char *what);
char *msim_temporary_folder(const char *what);

/* Removes it, a folder with the files in it, and frees the name. */
void msim_temporary_remove(char *name);

/* While there are any: waits until a child has ended or a signal has come that ends the command.
 * False: it is such a signal. */
bool msim_temporary_wait(void);

/* Removes all, and lets that signal end the command; children should have ended before. */
__attribute__((noreturn)) void msim_temporary_end(void);

/* In a process that was forked: signals are as they were before. */
void msim_temporary_forked(void);
