/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the heap observer writes: the file in Massif's format, the file of allocations in
 * Cachegrind's (docs/format.md), and the summary.
 */
#pragma once

#include "engine/base/about.h"
#include "heap.h"

/* The heap over time; here and in the following, `heap` is a struct msim_heap. */
void msim_heap_file(void *heap, const struct msim_about *about, const struct msim_sink *sink);

/* Allocations by source line, with these columns. */
enum { MSIM_ALLOC_COLUMNS = 7 };
extern const struct msim_words msim_alloc_words[MSIM_ALLOC_COLUMNS];
void msim_alloc_file(void *heap, const struct msim_about *about, const struct msim_sink *sink);

/* At most twelve lines, the first of them empty. */
void msim_heap_summary(const void *heap, const struct msim_lines *lines);
