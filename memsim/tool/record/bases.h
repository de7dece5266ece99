/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which base, and what constant offset from it, an address in a superblock is made of.
 *
 * Accesses to base + 8 and base + 16 need only one recorded base.  The base itself is usually in a
 * register anyway, while base + 8 would be an instruction more in the generated code.
 */
#ifndef MSIM_TOOL_RECORD_BASES_H
#define MSIM_TOOL_RECORD_BASES_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* An address is `atom` (a temporary or a constant) plus `offset`. */
struct msim_base {
    IRExpr *atom;
    Long offset;
};

/* Of every temporary of one superblock. */
struct msim_bases {
    struct msim_base *of;
    Int room, used;
};

/* Starts a superblock with `temps` temporaries. */
void msim_bases_start(struct msim_bases *bases, Int temps);

/* Looks at one statement, in order. */
void msim_bases_see(struct msim_bases *bases, const IRStmt *statement);

struct msim_base msim_bases_of(const struct msim_bases *bases, IRExpr *address);

/* Is `a` the same atom as `b`?  Constants: also where they only lie near each other; *distance is
 * what is to be added to b. */
Bool msim_same_base(const IRExpr *a, const IRExpr *b, Long *distance);

#endif
