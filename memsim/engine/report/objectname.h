/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The object file (executable or library) that a function's name carries, with --objects=yes. */
#ifndef MSIM_ENGINE_REPORT_OBJECTNAME_H
#define MSIM_ENGINE_REPORT_OBJECTNAME_H

#include <stddef.h>

/* In "f(int) [/lib/libc.so.6]", where the name of the object begins; *length is its length.  NULL:
 * the function has none. */
const char *msim_object_of(const char *function, size_t *length);

#endif
