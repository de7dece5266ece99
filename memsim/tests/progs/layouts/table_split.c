/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.c, laid out by hand as "make_table: 32 bytes: split 8-16" does. */
#define BY_HAND
#include "table.c"
