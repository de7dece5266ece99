/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tests of what ends the command. */
#pragma once

/* Calls `call` in a process of its own (ends.h), which must end with that status and message. */
void unit_must_end(int status, const char *message, void (*call)(const void *with),
                   const void *with);
