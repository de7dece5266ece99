/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Quotes text for CSV (RFC 4180) and JSON (RFC 8259).  A text may be any bytes: CSV takes them as they are;
 * in JSON, bytes that are not UTF-8 become U+FFFD.
 */
#ifndef MSIM_CMD_BASE_QUOTE_H
#define MSIM_CMD_BASE_QUOTE_H

#include <stdio.h>

/* Writes a field, in quotes only if it needs them. */
void msim_csv_quote(FILE *to, const char *text);

/* Writes a string with its quotes. */
void msim_json_quote(FILE *to, const char *text);

#endif
