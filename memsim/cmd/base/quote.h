/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Quotes text for CSV (RFC 4180), JSON (RFC 8259) and XML.  A text may be any bytes: CSV and XML
 * take them as they are; in JSON, bytes that are not UTF-8 become U+FFFD.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Writes a field, in quotes only if it needs them. */
void msim_csv_quote(FILE *to, const char *text);

/* Writes a string with its quotes. */
void msim_json_quote(FILE *to, const char *text);

/* The characters that mean more than themselves, and `"` too where that ends an attribute. */
void msim_xml_quote(FILE *to, const char *text, bool attribute);
