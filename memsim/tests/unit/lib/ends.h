/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tests of what ends the command. */
#ifndef MSIM_TESTS_UNIT_LIB_ENDS_H
#define MSIM_TESTS_UNIT_LIB_ENDS_H

/* Calls `call` in a child process, which must end with that status and message; a call that exits without
 * a message has an empty one. */
void unit_ends(int status, const char *message, void (*call)(const void *context),
               const void *context);

#endif
