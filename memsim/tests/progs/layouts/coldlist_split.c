/* SPDX-License-Identifier: GPL-2.0-or-later */
/* objects/coldlist.c, laid out by hand as "make_node: split 0-8,8-16" does. */
#define SPLIT_BY_HAND
#include "../objects/coldlist.c"
