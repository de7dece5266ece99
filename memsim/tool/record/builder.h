/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Builds the segments of one superblock and emits the code that records them.
 *
 * In the recording mode a segment's code is, in IR (offsets in bytes):
 *
 *     p  = GET(position)
 *     ST(p)      = header                constant; its value is filled in when the segment is complete
 *     ST(p + 8k) = base k                before the first access that needs it
 *     ...
 *     p' = p + 8 * (1 + bases)           at the end of the segment: before a side exit,
 *     PUT(position) = p'                 or at the end of the superblock
 *     if (p' & MSIM_CHUNK_BYTES) msim_recorder_full()
 *
 * Where segments are counted in place it is, with a line more if the clock is wanted (clock.h):
 *
 *     *counter += 1
 *     PUT(instrs) = GET(instrs) + length    measured: reading it once per superblock gains nothing
 *
 * A segment that a fault leaves early has not moved the position: it never happened.
 */
#ifndef MSIM_TOOL_RECORD_BUILDER_H
#define MSIM_TOOL_RECORD_BUILDER_H

#include "bases.h"
#include "session.h"

struct msim_builder {
    struct msim_session *session;
    const VexGuestLayout *layout;
    IRSB *out;
    struct msim_bases bases;

    struct msim_segment segment; /* the open one */
    Bool open;
    Addr next; /* address after its last instruction */
    struct msim_instr instrs[MSIM_INSTRS_MAX];
    struct msim_access accesses[MSIM_ACCESSES_MAX];

    IRTemp position; /* of the open segment's header; IRTemp_INVALID: not read yet */
    IRConst *header; /* of the open segment, to be filled in */
    IRExpr *base[MSIM_WORDS_MAX + 1];
    IRExpr
        *last_address; /* of the last access: a write to it by the same instruction is a modify */
};

void msim_builder_start(struct msim_builder *builder, struct msim_session *session, IRSB *out,
                        const VexGuestLayout *layout);

/* The next instruction starts. */
void msim_builder_instr(struct msim_builder *builder, Addr address, UInt length);

/* The current instruction makes an access of `size` bytes; `guard` is NULL if it always does.
 * `block`: see msim_access. */
void msim_builder_access(struct msim_builder *builder, IRExpr *address, UInt size, Bool write,
                         Bool block, IRExpr *guard);

/* The superblock may be left here: ends the segment, if one is open. */
void msim_builder_exit(struct msim_builder *builder);

#endif
