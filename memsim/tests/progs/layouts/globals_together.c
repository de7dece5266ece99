/* SPDX-License-Identifier: GPL-2.0-or-later */
/* globals.c, laid out by hand as "static hits,lookups: together" does. */
#define BY_HAND
#include "globals.c"
