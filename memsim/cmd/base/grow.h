/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arrays that grow, and copies of text, from malloc and freed with free(); running out of memory
 * ends the command. */
#pragma once

#include <stddef.h>

/* Returns `count` zeroed elements of `each` bytes; never NULL, even if `count` is 0. */
void *msim_zeroed(size_t count, size_t each);

/* Returns `array`, which has `used` elements of `each` bytes, with room for one more; it may have
 * moved.  Its capacity is always the next power of two, so only `used` need be kept.  NULL is an
 * empty array. */
void *msim_room(void *array, size_t used, size_t each);

/* The next element of such an array, which is used from now on; and the same, which is set to a value. */
#define MSIM_NEXT(array, used)                                                                     \
    ((array) = msim_room(array, used, sizeof *(array)), &(array)[(used)++])
#define MSIM_PUSH(array, used, ...)                                                                \
    ((array) = msim_room(array, used, sizeof *(array)), (array)[(used)++] = __VA_ARGS__)

/* Frees all of these; NULL is nothing. */
#define MSIM_FREE(...)                                                                             \
    msim_free((const void *const[]){__VA_ARGS__},                                                  \
              sizeof(const void *const[]){__VA_ARGS__} / sizeof(const void *))
void msim_free(const void *const *piece, size_t pieces);

/* A copy of the text. */
char *msim_copy(const char *text);
