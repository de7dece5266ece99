/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The executable or library that a function's name carries, with --objects=yes. */
#ifndef MSIM_ENGINE_REPORT_OBJECTNAME_H
#define MSIM_ENGINE_REPORT_OBJECTNAME_H

#include <stddef.h>

/* Of "f(int) [/lib/libc.so.6]": where the object begins; NULL: there is none.  *length: of its name. */
const char *msim_object_of(const char *function, size_t *length);

#endif
