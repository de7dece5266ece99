/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many random programs a unit test tries.
 *
 * The plain program looks for wrong counts, which may need one program in a hundred, and tries all.  The
 * sanitized one looks for misuse of memory, which most programs would show, and takes several times as long
 * for each; it tries one in five.  With UNIT_ROUNDS=all in the environment it tries all, too: check/sanitized
 * does so.
 */
#ifndef MSIM_TESTS_UNIT_LIB_ROUNDS_H
#define MSIM_TESTS_UNIT_LIB_ROUNDS_H

/* `all`, or in a sanitized program a fifth of them, rounded up. */
int unit_rounds(int all);

#endif
