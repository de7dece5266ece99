/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a run left in its folder: the files of each process, and the commands that show them.
 *
 * Results have the tool's usual names, "memsim.out." and the process's number (and ".exec1" for
 * what ran before an exec), so they are found by these names.
 */
#pragma once

#include <sys/types.h>
#include <time.h>

/* Prints, on stderr, the commands that show the results of the process with number `pid` and, if
 * others left results too, a line for each process.  Files older than `since`, by the clock of file
 * systems (CLOCK_REALTIME_COARSE), are ignored.  Prints nothing if there are none. */
void msim_results_print(const char *folder, long pid, const struct timespec *since);

/* Prints, on stderr, that the file is unfinished, and what can be done with it. */
void msim_results_print_unfinished(const char *file);

struct msim_naming;

/* Ends the command at an option that is close to one of the tool's or the command's, but is none. */
void msim_run_check_options(const struct msim_naming *naming);

/* What an earlier run left in the folder that a run was given: it is set aside, so that the folder
 * stands for one run. */

/* Moves results that are older than `since` from the folder to FOLDER.old, in place of those that
 * are there, and says so; does nothing if the folder has no newer ones, or is the working
 * folder. */
void msim_set_earlier_aside(const char *folder, const struct timespec *since);

/* What a process did not write that was killed together with its observers, or before it had any:
 * only the command can report it. */

/* Prints, on stderr, the files that these options ask of process `pid`, and that are not there, or
 * older than `since`. The folder is that of relative names, and may contain %p. */
void msim_print_missing(const char *folder, long pid, char *const *option, int options,
                        const struct timespec *since);

/* What still works for a process that was killed. */

/* Waits until the processes that observe `pid` have written its results, if there are any. */
void msim_wait_for_observers(pid_t pid);

/*
 * memsim run --stable: an environment that is the same in all runs.
 *
 * What a program is given besides its arguments lies on its stack, so its size moves the stack; the
 * loader looks at every variable, and languages copy all of them.  So only variables are kept that
 * programs need, as many of them as bytes are filled up to round numbers, and PWD, which shells
 * export, is a name of the same length everywhere.  Seeds of hash tables are fixed, and glibc's
 * string functions are those that every processor has.
 */

/* The environment to run with, made of `environment`; for the rest of the process.  `keep` are
 * names of further variables to keep, separated by commas, with * at the end for any ending; or
 * NULL.  Says on standard error what was fixed. */
char **msim_stable_environment(char *const *environment, const char *keep);
