/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of levels and of physical pages, as options, files and summaries have them. */
#pragma once

#include "counts.h"
#include "geometry.h"

/* "I1", "L2TLB". */
const char *msim_level_name(enum msim_level level);

/* MSIM_LEVELS: no level has this name. */
enum msim_level msim_level_named(const char *name);

/* "scattered". */
const char *msim_physical_name(enum msim_physical physical);

/* NULL: done; else what is allowed. */
const char *msim_physical_read(const char *name, enum msim_physical *physical);

/* "inclusive"; "neither". */
const char *msim_inclusion_name(enum msim_inclusion inclusion);

/* MSIM_EXCLUSIVE + 1: none of this name. */
enum msim_inclusion msim_inclusion_named(const char *name);

/* "back,no-allocate", of which `allocate` is left out; "none". */
const char *msim_write_name(enum msim_write write, bool passes_writes);
