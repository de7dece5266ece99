/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which pages of a range were ever written.  Most of what is reserved never is, and copying that
 * would take ten times as long, and memory.
 *
 * A set has a bit a page.
 */
#ifndef MSIM_TOOL_BASE_PAGES_H
#define MSIM_TOOL_BASE_PAGES_H

#include <stdint.h>

#include "pub_tool_basics.h"

#define MSIM_PAGE 4096

/* The bytes of a set of so many pages. */
SizeT msim_pages_bytes(SizeT pages);

/* Adds those of private memory, and those of a file in memory (`from`: in pages): from there on,
 * so many.  If the system does not say which, all of them. */
void msim_pages_of_memory(uint64_t *set, Addr start, SizeT pages);
void msim_pages_of_file(uint64_t *set, Int fd, SizeT from, SizeT pages);

/* Copies the pages of the set; NULL: all. */
void msim_pages_copy(const uint64_t *set, Addr to, Addr from, SizeT pages);

#endif
