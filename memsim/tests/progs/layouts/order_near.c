/* SPDX-License-Identifier: GPL-2.0-or-later */
/* order.c, laid out by hand as "make_record: order 0-8,120-128" does. */
#define BY_HAND
#include "order.c"
