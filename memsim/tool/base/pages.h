/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which pages of a range were ever written.  Most reserved pages never are, and copying all would
 * take ten times as long, and memory.
 *
 * A set has one bit per page.
 */
#pragma once

#include <stdint.h>

#include "pub_tool_basics.h"

#define MSIM_PAGE 4096

/* The bytes of a set of this many pages. */
SizeT msim_pages_bytes(SizeT pages);

/* Adds the written pages of private memory, or of a file in memory (`from`: a page of the file).
 * If the system does not report them, adds all pages. */
void msim_pages_of_memory(uint64_t *set, Addr start, SizeT pages);
void msim_pages_of_file(uint64_t *set, Int fd, SizeT from, SizeT pages);

/* Copies the pages of the set; NULL: all. */
void msim_pages_copy(const uint64_t *set, Addr to, Addr from, SizeT pages);
