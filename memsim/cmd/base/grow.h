/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arrays that grow, and copies of texts: plain malloc, given back with free(); lack of memory ends the command. */
#ifndef MSIM_CMD_BASE_GROW_H
#define MSIM_CMD_BASE_GROW_H

#include <stddef.h>

/* `count` zeroed elements of `each` bytes, at least one. */
void *msim_zeroed(size_t count, size_t each);

/* `array` with `used` elements of `each` bytes, moved where needed so that one more fits.  Its size is
 * always the next power of two, so nothing but `used` need be remembered.  NULL: an empty one. */
void *msim_room(void *array, size_t used, size_t each);

/* A copy of the text. */
char *msim_copy(const char *text);

#endif
