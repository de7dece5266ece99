/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arrays that grow.  Sizes are powers of two, so a move is due exactly where `used` is one. */
#include <stdint.h>
#include <stdlib.h>

#include "die.h"
#include "grow.h"

static void *or_end(void *piece)
{
    if (!piece)
        msim_bad_input("out of memory");
    return piece;
}

void *msim_zeroed(size_t count, size_t each)
{
    return or_end(calloc(count ? count : 1, each));
}

void *msim_room(void *array, size_t used, size_t each)
{
    if (used & (used - 1))
        return array;
    size_t size = used ? used * 2 : 1;
    if (size < used || size > SIZE_MAX / each)
        return or_end(NULL);
    return or_end(realloc(array, size * each));
}
