/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pool.c, laid out by hand as "make_small: pool" does. */
#define BY_HAND
#include "pool.c"
