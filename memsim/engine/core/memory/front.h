/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values in order of use, the last one first, as many as there is room for. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Moves the value to the front, in place of the last one if it is none of them.  True: it was. */
static inline bool msim_move_to_front(uint64_t *values, uint32_t room, uint64_t value)
{
    uint32_t at = 0;
    while (at < room - 1 && values[at] != value)
        at++;
    bool found = values[at] == value;
    for (; at; at--)
        values[at] = values[at - 1];
    values[0] = value;
    return found;
}
