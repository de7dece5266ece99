/* SPDX-License-Identifier: GPL-2.0-or-later */
/* matrix.c, laid out by hand as "stack work -N+15360: 384 bytes: pad 448" does. */
#define COLUMNS 56
#include "matrix.c"
