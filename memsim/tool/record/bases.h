/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Splits the addresses in a superblock into a base and a constant offset.
 *
 * Accesses to base + 8 and base + 16 need only one recorded base.  The base is usually in a
 * register anyway, while base + 8 would take one more instruction in the generated code.
 */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* An address is `atom` (a temporary or a constant) plus `offset`. */
struct msim_base {
    IRExpr *atom;
    Long offset;
};

/* The bases of all temporaries of a superblock. */
struct msim_bases {
    struct msim_base *of;
    Int room, used;
};

/* Starts a superblock with `temps` temporaries. */
void msim_bases_start(struct msim_bases *bases, Int temps);

/* Takes a statement; call it for each one, in order. */
void msim_bases_see(struct msim_bases *bases, const IRStmt *statement);

struct msim_base msim_bases_of(const struct msim_bases *bases, IRExpr *address);

/* True: `a` is the same atom as `b`.  Constants need only be near each other; *distance is what to
 * add to `b`. */
Bool msim_same_base(const IRExpr *a, const IRExpr *b, Long *distance);
