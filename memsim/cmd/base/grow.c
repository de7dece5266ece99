/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arrays that grow.  Capacities are powers of two, so an array is full exactly when `used` is
 * one. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "die.h"
#include "grow.h"

static void *check_alloc(void *piece)
{
    if (!piece)
        msim_bad_input("out of memory");
    return piece;
}

void *msim_zeroed(size_t count, size_t each)
{
    return check_alloc(calloc(count ? count : 1, each));
}

void *msim_room(void *array, size_t used, size_t each)
{
    if (used & (used - 1))
        return array;
    size_t size = used ? used * 2 : 1;
    if (size < used || size > SIZE_MAX / each)
        return check_alloc(NULL);
    return check_alloc(realloc(array, size * each));
}

char *msim_copy(const char *text)
{
    return msim_copy_part(text, strlen(text));
}

char *msim_copy_part(const char *text, size_t length)
{
    return memcpy(msim_zeroed(length + 1, 1), text, length);
}

char *msim_printed_list(const char *format, va_list values)
{
    char *text;
    return check_alloc(vasprintf(&text, format, values) < 0 ? NULL : text);
}

char *msim_printed(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    char *text = msim_printed_list(format, values);
    va_end(values);
    return text;
}

FILE *msim_open_text(char **text, size_t *bytes)
{
    return check_alloc(open_memstream(text, bytes));
}

void msim_free(const void *const *piece, size_t pieces)
{
    for (size_t i = 0; i < pieces; i++)
        free((void *)piece[i]);
}

void msim_sort(void *array, size_t count, size_t each, int (*order)(const void *, const void *))
{
    if (count)
        qsort(array, count, each, order);
}
