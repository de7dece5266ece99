/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arrays that grow, and copies of text, from malloc and freed with free(); running out of memory
 * ends the command. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Returns `count` zeroed elements of `each` bytes; never NULL, even if `count` is 0. */
void *msim_zeroed(size_t count, size_t each);

/* Returns `array`, which has `used` elements of `each` bytes, with room for one more; it may have
 * moved.  Its capacity is always the next power of two, so only `used` need be kept.  NULL is an
 * empty array. */
void *msim_room(void *array, size_t used, size_t each);

/* The next element of such an array, which is used from now on; and the same, set to a value. */
#define MSIM_NEXT(array, used)                                                                     \
    ((array) = msim_room(array, used, sizeof *(array)), &(array)[(used)++])
#define MSIM_PUSH(array, used, ...)                                                                \
    ((array) = msim_room(array, used, sizeof *(array)), (array)[(used)++] = __VA_ARGS__)

/* Frees all of these; NULL is nothing. */
#define MSIM_FREE(...)                                                                             \
    msim_free((const void *const[]){__VA_ARGS__},                                                  \
              sizeof(const void *const[]){__VA_ARGS__} / sizeof(const void *))
void msim_free(const void *const *piece, size_t pieces);

/* A copy of the text, or of its first `length` bytes; and what printf would write. */
char *msim_copy(const char *text);
char *msim_copy_part(const char *text, size_t length);
__attribute__((format(printf, 1, 2))) char *msim_printed(const char *format, ...);
char *msim_printed_list(const char *format, va_list values);

/* A file whose contents are the text, once it is closed. */
FILE *msim_open_text(char **text, size_t *bytes);

/* The numbers from 0 to count - 1, in a stable order; from malloc. */
uint32_t *msim_order(uint32_t count, bool (*before)(const void *context, uint32_t a, uint32_t b),
                     const void *context);

/* As qsort(), but the array may be NULL if it is empty. */
void msim_sort(void *array, size_t count, size_t each, int (*order)(const void *, const void *));

/* For these and bsearch(): -1, 0 or 1; and items by the number of 64 bits that each begins with. */
static inline int msim_compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static inline int msim_by_key(const void *a, const void *b)
{
    return msim_compare(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* Numbers of 32 bits by their value. */
static inline int msim_by_number(const void *a, const void *b)
{
    return msim_compare(*(const uint32_t *)a, *(const uint32_t *)b);
}
