/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Builds the segments of one superblock and emits the code that records them.
 *
 * If the stream is recorded, a segment's code is, in IR (offsets in bytes):
 *
 *     p  = GET(position)
 *     ST(p)      = header                constant, filled in when the segment is complete
 *     ST(p + 8k) = base k                before the first access that needs it
 *     ...
 *     p' = p + 8 * (1 + bases)           at the end of the segment: before a side exit,
 *     PUT(position) = p'                 or at the end of the superblock
 *     if (p' & MSIM_CHUNK_BYTES) msim_recorder_full()
 *
 * If branches are recorded, a conditional one is one of two segments, and the code that records it
 * is, with the test at the start of the superblock instead:
 *
 *     ST(p)      = header                if the superblock is left
 *     ...
 *     PUT(position) = p'
 *     the exit
 *     ST(p)      = other header          if it is not
 *
 * Of an indirect one, the target is stored as one more base.
 *
 * If segments are counted in place, it is this, with the second line only for the clock (clock.h):
 *
 *     *counter += 1
 *     PUT(instrs) = GET(instrs) + length    measured: reading it once per superblock gains nothing
 *
 * A segment that a fault interrupts has not moved the position: it never happened.
 */
#pragma once

#include "bases.h"
#include "session.h"
#include "tool/flow/flow.h"

struct msim_builder {
    struct msim_session *session;
    const VexGuestLayout *layout;
    const IRSB *in;
    IRSB *out;
    struct msim_bases bases;
    struct msim_flow flow; /* if operations are recorded */

    struct msim_segment segment; /* the open segment */
    Bool open;
    Addr next; /* address after its last instruction */
    struct msim_instr instrs[MSIM_INSTRS_MAX];
    struct msim_access accesses[MSIM_ACCESSES_MAX];

    IRTemp position; /* of the header of the open segment, or of the last one */
    IRConst *header; /* of the open segment, to be filled in */
    IRExpr *other;   /* header of the last one, if it is not left where it ends; NULL: the same */
    Addr target;     /* of the branch that ends it, if it is taken */
    UInt untested;   /* words recorded since the last test whether the chunk is full */
    IRExpr *base[MSIM_WORDS_MAX + 1];
    IRExpr *last_address; /* of the last access; if its instruction writes there, it modifies */
};

void msim_builder_start(struct msim_builder *builder, struct msim_session *session, const IRSB *in,
                        IRSB *out, const VexGuestLayout *layout);

/* Starts the next instruction. */
void msim_builder_instr(struct msim_builder *builder, Addr address, UInt length);

/* Statement number `at` began it: if it is a prefetch, its address is recorded for the core. */
void msim_builder_hint(struct msim_builder *builder, Int at);

/* Sets MSIM_INSTR_ bits of the current instruction. */
void msim_builder_how(struct msim_builder *builder, uint16_t how);

/* Adds an access of the current instruction.  `guard`: the condition; NULL: always.  `block`: see
 * struct msim_access. */
void msim_builder_access(struct msim_builder *builder, IRExpr *address, UInt size, Bool write,
                         Bool block, IRExpr *guard);

/* Takes statement number `at` of the superblock for what the segment computes, after its accesses.
 */
void msim_builder_see(struct msim_builder *builder, Int at);

/* Ends the segment, if one is open; */
void msim_builder_exit(struct msim_builder *builder);
/* because the superblock may be left at statement number `at`. */
void msim_builder_leave(struct msim_builder *builder, Int at);
/* Call behind that exit, where it is not left. */
void msim_builder_stay(struct msim_builder *builder);

/* The same at the superblock's end. */
void msim_builder_end(struct msim_builder *builder, const IRSB *in);
