/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whose the places of a heap's trees are.
 *
 * Trees name sources without their folders.  The file of counts of the same run has whole paths: a
 * name is the user's if one of the sources with that name is (cmd/patterns/mine.h).  Of what it does
 * not know, functions that are known to pass requests on (cmd/patterns/wrappers.h) are a library's,
 * and the others the user's.  A place without a source is its object's.
 */
#pragma once

#include "cmd/base/index.h"
#include "cmd/patterns/mine.h"
#include "set.h"

struct msim_heaped_sources {
    const struct msim_mine *mine;
    struct msim_names base; /* names of sources */
    bool *is_mine;          /* of each that the file of counts has */
    size_t known;           /* how many that are; others come after them */
};

/* Reads the file of counts beside that of the heap, if there is one of the same command. */
void msim_heaped_sources_make(struct msim_heaped_sources *sources, const struct msim_heaped *heap,
                              const struct msim_mine *mine);
void msim_heaped_sources_free(struct msim_heaped_sources *sources);

/* `text`: that of a node. */
bool msim_heaped_is_mine(struct msim_heaped_sources *sources, const char *text);
