/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the main function of every unit test calls. */
#ifndef MSIM_TESTS_UNIT_LIB_MAIN_H
#define MSIM_TESTS_UNIT_LIB_MAIN_H

#include <check.h>
#include <stdlib.h>

/* Runs the suite; the exit status.  When it is terminated, it prints which test was running. */
int unit_run(Suite *suite);

#endif
