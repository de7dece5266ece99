/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texts as CSV (RFC 4180), JSON (RFC 8259) and XML quote them.  A text may be any bytes: CSV and XML have
 * them as they are, JSON has UTF-8, with U+FFFD for what is none.
 */
#ifndef MSIM_CMD_BASE_QUOTE_H
#define MSIM_CMD_BASE_QUOTE_H

#include <stdbool.h>
#include <stdio.h>

/* A field, in quotes only where it must be. */
void msim_csv_quote(FILE *to, const char *text);

/* A string with its quotes. */
void msim_json_quote(FILE *to, const char *text);

/* The characters that mean more than themselves, and `"` too where that ends an attribute. */
void msim_xml_quote(FILE *to, const char *text, bool attribute);

#endif
