/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The dictionary in a trace: additions since the last block, in the order of their numbers.
 *
 *      dict    = {parts} count string* [count inlined*] count site* count segment* count frame*
 *                count call*
 *      parts   = 1 if the block has what is in brackets + 2 if it has what is in angles
 *                + 4 if it has what is in bars + 8 if shapes have branches
 *      string  = length, and that many bytes, none of them 0
 *      inlined = outer ~ function ~ file ~ line ~          each relative to the inlined call before
 *      site    = file ~ function ~ line ~ object ~ [inlined ~ address ~] <begins ~>
 *                       each relative to the site before
 *      segment = address ~ <moved ~> instrs accesses shape {jump ~} instr* access* |ops|
 *                       address: relative to the end of the segment before
 *                       moved: relative to the segment before
 *                       shape: branch << 12 | stub << 11 | entry << 10 | end << 8 | words << 1
 *                              | continued
 *                       jump: only of a branch that is taken, relative to 0
 *                       ops: pieces_ops.h
 *      instr   = length site ~                             length: {how << 8 |} bytes
 *                                                          site: relative to the instruction before
 *      access  = what word size offset ~
 *                       what: instruction - that of the access before (0 in each segment) << 4
 *                             | block << 3 | maybe << 2 | modify << 1 | write
 *      frame   = address ~ site ~ object ~                 each relative to the frame before
 *      call    = frame ~ caller                            frame: relative to the call before
 *                       caller: how many numbers the caller is before this call, from 1 on
 *
 * All are varints (bytes.h); "~" marks folded differences, of the offset relative to 0.  The values
 * "before" carry over from block to block; they are 0 at first.  What is in brackets is only in
 * traces of the version that has whole sites (trace.h).  What is in braces is only in those that
 * have threads; these say whether their sites are whole.  What is in angles (where functions begin,
 * and the load bias of objects) came with the version after that, and what is in bars (what
 * segments compute) with the next one; what their branches did came with the last.
 *
 * Numbers are implicit: each description gets the next one.  Calls and inlined calls start at 1,
 * because 0, the empty stack, always exists.  The same description must therefore not occur twice.
 *
 * Cost: 20 to 30 bytes per segment without operations; 2 per call that follows its caller, if
 * frames are near.
 */
#pragma once

#include "stream/bytes.h"
#include "stream/dict.h"

/* The parts that not all traces have, in traces that say so. */
enum {
    MSIM_DICT_WHOLE_SITES = 1,
    MSIM_DICT_FUNCTIONS = 2,
    MSIM_DICT_OPERATIONS = 4,
    MSIM_DICT_BRANCHES = 8,
    MSIM_DICT_PARTS = 15 /* all of them */
};

/* How much of the dictionary a trace has, and the values that differences are relative to. */
struct msim_dict_front {
    bool whole_sites; /* inlined calls and addresses of sites are in the trace, */
    bool has_tasks;   /* as are bits of instructions for other threads, */
    bool functions;   /* the addresses where functions begin, */
    bool operations;  /* what segments compute, */
    bool branches;    /* and what their branches did */
    uint8_t parts;    /* that the trace's version can have */
    uint32_t strings, inlined, sites, segments, frames, calls;
    struct msim_inlined inlined_call; /* the last one */
    struct msim_site site;            /* the last one */
    uint32_t instr_site;              /* the site of the last instruction */
    uint64_t address;                 /* the end of the last segment, */
    uint64_t moved;                   /* and its load bias */
    struct msim_frame frame;          /* the last one */
    uint32_t call_frame;              /* the frame of the last call */
};

static inline unsigned msim_segment_shape(const struct msim_segment *segment)
{
    return (unsigned)segment->branch << 12 | (unsigned)segment->stub << 11 |
           (unsigned)segment->entry << 10 | (unsigned)segment->end << 8 |
           (unsigned)segment->words << 1 | segment->continued;
}

/* Call before the first block, then set what the trace has. */
void msim_dict_front_init(struct msim_dict_front *front);

static inline bool msim_dict_is_ahead(const struct msim_dict *dict,
                                      const struct msim_dict_front *front)
{
    return dict->segments.used > front->segments || dict->sites.used > front->sites ||
           dict->strings.used > front->strings ||
           (front->whole_sites && dict->inlined.used > front->inlined) ||
           dict->calls.frames.used > front->frames || dict->calls.calls.used > front->calls;
}

/* Room for the next block that suffices for at least one description. */
size_t msim_dict_room(const struct msim_dict *dict, const struct msim_dict_front *front);

/* Writes the additions, or as many as fit; returns the end of what was written. */
uint8_t *msim_dict_put(const struct msim_dict *dict, struct msim_dict_front *front, uint8_t *to,
                       size_t room);

/* Adds the written descriptions to `dict`.  The byte after the input is overwritten and restored.
 * Returns NULL if that worked; otherwise what was expected at `*stopped`. */
const char *msim_dict_take(struct msim_dict *dict, struct msim_dict_front *front, uint8_t *bytes,
                           size_t count, const uint8_t **stopped);
