/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names as other formats can take them.  A function, a file or a command may contain any bytes; JSON,
 * XML and cairo want UTF-8, terminals want no control characters.
 */
#ifndef MSIM_CMD_BASE_UTF8_H
#define MSIM_CMD_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { MSIM_NOT_UTF8 = 0xfffd };

/* The code point at *at, which moves behind it.  A byte that begins no valid sequence (overlong,
 * surrogate, cut short) is MSIM_NOT_UTF8, and *at moves by one.  0 at the end, where *at stays. */
uint32_t msim_utf8_next(const char **at);

/* Number of code points. */
size_t msim_utf8_length(const char *text);

/* Copies `text` into `to` (of `room` bytes, at least 8) as valid UTF-8 of at most `most` code points
 * without control characters; what was cut off is shown by an ellipsis. */
void msim_utf8_clean(char *to, size_t room, const char *text, size_t most);

/* Prints `text`, any bytes, in at most `most` code points. */
void msim_utf8_put(FILE *to, const char *text, size_t most);

#endif
