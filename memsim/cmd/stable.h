/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim run --stable: an environment that is the same in all runs.
 *
 * What a program is given besides its arguments lies on its stack, so its size moves the stack; the
 * loader looks at every variable, and languages copy all of them.  So only variables are kept that
 * programs need, as many of them as bytes are filled up to round numbers, and PWD, which shells
 * export, is a name of the same length everywhere.  Seeds of hash tables are fixed, and glibc's
 * string functions are those that every processor has.
 */
#pragma once

/* The environment to run with, made of `environment`; for the rest of the process.  `keep` are
 * names of further variables to keep, separated by commas, with * at the end for any ending; or
 * NULL.  Says on standard error what was fixed. */
char **msim_stable_environment(char *const *environment, const char *keep);
