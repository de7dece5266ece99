/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much memory the machine gives at most: the smallest of the installed memory, the limits of
 * the process's control groups, and the limit on its addresses (ulimit -v).  It does not depend on
 * what other processes use, so it is the same on each run.
 *
 * Default limits are shares of it.  A caller without a libc passes a function that reads files.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Reads up to `room` bytes of a file; returns how many, 0 if it cannot be read. */
typedef size_t msim_read_file(const char *name, char *to, size_t room);

/* In bytes; 0: unknown.  `addresses`: the limit of RLIMIT_AS; UINT64_MAX: no limit. */
uint64_t msim_host_memory(msim_read_file *read, uint64_t addresses);

/* What is left of it now, which depends on other processes; UINT64_MAX: unknown.  `addresses`: what
 * is left of RLIMIT_AS. */
uint64_t msim_host_memory_left(msim_read_file *read, uint64_t addresses);
