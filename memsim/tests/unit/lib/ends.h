/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls code of the command that may end it, in a process of its own: with which status, and message. */
#pragma once

enum { UNIT_RETURNED = -1, UNIT_CRASHED = -2 };

struct unit_end {
    int status; /* or UNIT_RETURNED, or UNIT_CRASHED */
    char message[512];
};

struct unit_end unit_ends(void (*call)(void *with), void *with);
