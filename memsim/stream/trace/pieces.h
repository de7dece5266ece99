/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The dictionary in a trace: what was added since the last block, in order of the numbers.
 *
 *      dict    = count string* count site* count segment* count frame* count call*
 *      string  = bytes, and so many bytes, none of them 0
 *      site    = file ~ function ~ line ~                  each against the site before
 *      segment = address ~ instrs accesses shape instr* access*
 *                       address: against the end of the segment before
 *                       shape: words << 1 | continued
 *      instr   = length site ~                             site: against the instruction before
 *      access  = what word size offset ~
 *                       what: instruction - that of the access before (0 in each segment) << 4
 *                             | block << 3 | maybe << 2 | modify << 1 | write
 *      frame   = address ~ site ~ object ~                 each against the frame before
 *      call    = frame ~ caller                            frame: against the call before
 *                       caller: how many numbers the caller is before this call, from 1 on
 *
 * All are varints (bytes.h); "~" marks folded differences, of the offset against 0.  What is "before" is
 * carried on from block to block; before the first there are zeros.
 *
 * Numbers are never given: the next one is meant; of calls the first is 1, as 0, the empty stack, is
 * there from the start.  So equal descriptions must not occur twice.
 *
 * Cost: 20 to 30 bytes per segment; 2 per call that follows its caller, if frames are near.
 */
#ifndef MSIM_STREAM_TRACE_PIECES_H
#define MSIM_STREAM_TRACE_PIECES_H

#include "stream/bytes.h"
#include "stream/dict.h"

/* How far a trace has come, and what differences are taken against. */
struct msim_dict_front {
    uint32_t strings, sites, segments, frames, calls;
    struct msim_site site;   /* the last one */
    uint32_t instr_site;     /* the site of the last instruction */
    uint64_t address;        /* the end of the last segment */
    struct msim_frame frame; /* the last one */
    uint32_t call_frame;     /* the frame of the last call */
};

/* Before the first block. */
void msim_dict_front_init(struct msim_dict_front *front);

static inline bool msim_dict_is_ahead(const struct msim_dict *dict,
                                      const struct msim_dict_front *front)
{
    return dict->segments.used > front->segments || dict->sites.used > front->sites ||
           dict->strings.used > front->strings || dict->calls.frames.used > front->frames ||
           dict->calls.calls.used > front->calls;
}

/* Room that suffices for the next block, for one string at least. */
size_t msim_dict_room(const struct msim_dict *dict, const struct msim_dict_front *front);

/* Writes what is new, or as much of it as fits; returns the end of it. */
uint8_t *msim_dict_put(const struct msim_dict *dict, struct msim_dict_front *front, uint8_t *to,
                       size_t room);

/* Adds what was written to `dict`; the byte behind the bytes is used, and left as it was.  NULL: done;
 * else what was expected at `*stopped`. */
const char *msim_dict_take(struct msim_dict *dict, struct msim_dict_front *front, uint8_t *bytes,
                           size_t count, const uint8_t **stopped);

#endif
