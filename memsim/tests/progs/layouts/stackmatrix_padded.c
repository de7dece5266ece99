/* SPDX-License-Identifier: GPL-2.0-or-later */
/* objects/stackmatrix.c, laid out by hand as "stack work -N+23040: 384 bytes: pad 448" does. */
#define COLUMNS 56
#include "../objects/stackmatrix.c"
