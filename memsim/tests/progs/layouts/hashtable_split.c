/* SPDX-License-Identifier: GPL-2.0-or-later */
/* objects/hashtable.c, laid out by hand as "make_table: 24 bytes after 24: split 8-24" does. */
#define SPLIT_BY_HAND
#include "../objects/hashtable.c"
