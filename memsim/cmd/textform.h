/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Strings as other formats write them. */
#ifndef MSIM_CMD_TEXTFORM_H
#define MSIM_CMD_TEXTFORM_H

#include <stdio.h>

/* A field of CSV (RFC 4180), byte for byte, with quotes where they are needed. */
void msim_csv_text(FILE *to, const char *text);

/* A string of JSON (RFC 8259) with its quotes; bytes that are no UTF-8 become U+FFFD. */
void msim_json_text(FILE *to, const char *text);

#endif
