/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes names fit for other formats.  The name of a function, a file or a command may contain any
 * bytes, but JSON, XML and cairo need UTF-8, and terminals must not get control characters.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { MSIM_NOT_UTF8 = 0xfffd };

/* Returns the code point at *at and moves *at past it.  A byte that does not begin a valid sequence
 * (it is overlong, a surrogate or cut short) gives MSIM_NOT_UTF8 and moves *at by one.  At the end,
 * returns 0 and leaves *at. */
uint32_t msim_utf8_next(const char **at);

/* The number of code points. */
size_t msim_utf8_length(const char *text);

/* Copies `text` into `to` (of `room` bytes, at least 8) as valid UTF-8 of at most `most` code
 * points without control characters; an ellipsis marks a text that was cut off. */
void msim_utf8_clean(char *to, size_t room, const char *text, size_t most);

/* Prints `text`, which may be any bytes, as at most `most` code points; SIZE_MAX: all. */
void msim_utf8_put(FILE *to, const char *text, size_t most);

/*
 * Quotes text for CSV (RFC 4180), JSON (RFC 8259) and XML.  A text may be any bytes: CSV and XML
 * take them as they are; in JSON, bytes that are not UTF-8 become U+FFFD.
 */

/* A word as a shell takes it, in quotes only if it needs them; from malloc. */
char *msim_shell_word(const char *text);

/* True: the words of this command, joined by blanks, are those that a shell makes of it. */
bool msim_shell_plain(const char *command);

/* Writes a field, in quotes only if it needs them. */
void msim_csv_quote(FILE *to, const char *text);

/* Writes a string with its quotes. */
void msim_json_quote(FILE *to, const char *text);

/* The characters that mean more than themselves, and `"` too where that ends an attribute. */
void msim_xml_quote(FILE *to, const char *text, bool attribute);
