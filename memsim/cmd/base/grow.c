/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arrays that grow.  Capacities are powers of two, so an array is full exactly when `used` is
 * one. */
#include <stdint.h>
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
    size_t bytes = strlen(text) + 1;
    return memcpy(msim_zeroed(bytes, 1), text, bytes);
}

void msim_free(const void *const *piece, size_t pieces)
{
    for (size_t i = 0; i < pieces; i++)
        free((void *)piece[i]);
}
