/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The object file (executable or library) that a function's name carries, with --objects=yes. */
#pragma once

#include <stddef.h>

#include "engine/base/text.h"
#include "stream/dict.h"

/* In "f(int) [/lib/libc.so.6]", where the name of the object begins; *length is its length.  NULL:
 * the function has none. */
const char *msim_object_of(const char *function, size_t *length);

/* Writes a function's name, which is a string of the dictionary, with an object, as in a site; 0:
 * without. */
void msim_put_function_in(struct msim_text *text, const struct msim_dict *dict, uint32_t function,
                          uint32_t object);
