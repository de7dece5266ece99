/* SPDX-License-Identifier: GPL-2.0-or-later */
/* objects/hotpair.c, laid out by hand as "static table: 64 bytes: split 0-4" does. */
#define SPLIT_BY_HAND
#include "../objects/hotpair.c"
