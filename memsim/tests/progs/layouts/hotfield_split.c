/* SPDX-License-Identifier: GPL-2.0-or-later */
/* objects/hotfield.c, laid out by hand as "make_records: 64 bytes: split 56-64" does. */
#define SPLIT_BY_HAND
#include "../objects/hotfield.c"
