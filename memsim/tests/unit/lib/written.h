/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps what is written to a FILE. */
#pragma once

#include <stdio.h>

struct unit_written {
    FILE *to;
    char *text;
    size_t size;
};

void unit_written_start(struct unit_written *written);

/* The text must be exactly that; the end of the FILE. */
void unit_written_is(struct unit_written *written, const char *expected);
