/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The Valgrind that the tool is installed in.
 *
 * The tool is static: it contains the core of the Valgrind that it was built with.  Of the
 * installed one it uses two things: the launcher, which starts it, and one file of the tool folder,
 * a library that the core has the guest preload.  Launchers and libraries of other versions work,
 * too (the test package/valgrind-matrix), but a folder without the library does not: the guest's
 * dynamic linker then complains on the guest's standard error, and the counts are not the guest's
 * own.
 */
#pragma once

/* Ends the run with a message if the tool folder lacks what the guest needs. */
void msim_installation_check(void);
