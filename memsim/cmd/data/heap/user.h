/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Trees of a heap without the functions of libraries.
 *
 * A place in library code (sources.h) is left out if one of the user's is above or below it, so that
 * trees begin with the user's lines that allocate.  What is then called alike in one place is joined,
 * and bytes of a place that is left out and that none of its callers has stay as its own.  So the
 * bytes of the root, and the sum of those below it, stay what they were.
 */
#pragma once

#include "sources.h"

void msim_heaped_fold(struct msim_heaped *heap, struct msim_heaped_sources *sources);
