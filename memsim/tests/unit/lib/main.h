/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How every unit test ends. */
#ifndef MSIM_TESTS_UNIT_LIB_MAIN_H
#define MSIM_TESTS_UNIT_LIB_MAIN_H

#include <check.h>
#include <stdlib.h>

/* Runs the suite; the exit status. */
static inline int unit_run(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
