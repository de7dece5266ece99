/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exit statuses, and messages, which go to stderr as "memsim: message".  Only results go to stdout.
 */
#pragma once

enum { MSIM_DONE = 0, MSIM_BAD_INPUT = 1, MSIM_BAD_USAGE = 2 };

/* Writes the message and exits with that status. */
__attribute__((noreturn, format(printf, 1, 2))) void msim_bad_input(const char *format, ...);
__attribute__((noreturn, format(printf, 1, 2))) void msim_bad_usage(const char *format, ...);

/* Writes the message and returns. */
__attribute__((format(printf, 1, 2))) void msim_warn(const char *format, ...);

/* Flushes stdout and returns the exit status: MSIM_BAD_INPUT if a result could not be written. */
int msim_finish_stdout(void);

/* For other programs that link parts of the command: messages begin with `program` instead of
 * "memsim".  If `end` is not NULL, it is called with the message instead of exiting, and must not
 * return. */
void msim_die_as(const char *program, void (*end)(int status, const char *message));
