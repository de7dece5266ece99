/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stream: what the guest did, in order, as 64-bit words.
 *
 * A record is a header word and up to MSIM_WORDS_MAX words after it:
 *
 *      63        31 30                     6 5          0
 *     +------------+------------------------+------------+   +--------+     +--------+
 *     |     0      |  segment, or an event  | words      |   | word 1 | ... | word n |
 *     +------------+------------------------+------------+   +--------+     +--------+
 *
 * A header is a positive 31-bit number so that storing one takes a single instruction with an
 * immediate operand.  Numbers below MSIM_EVENTS name events; all others name segments.
 *
 * A segment is a straight run of guest instructions at consecutive addresses that is always
 * executed to its end.  Its static half (struct msim_segment) is described once, when it is
 * translated; only the header and the base addresses of its accesses are stored at run time.  An
 * access adds its own constant offset to the base in word `word`, so the pushes of a prologue or
 * the fields of a structure share one word.
 *
 * Cost: one store per segment and one per distinct base; typically 16-24 bytes per segment.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ops.h"

enum {
    MSIM_WORDS_BITS = 6,
    MSIM_WORDS_MAX = (1 << MSIM_WORDS_BITS) - 1,
    MSIM_EVENTS = 16,                            /* numbers below this are events */
    MSIM_SEGMENTS_MAX = (1 << 25) - MSIM_EVENTS, /* about 33 million */
    MSIM_INSTRS_MAX = 255,                       /* per segment */
    MSIM_ACCESSES_MAX = 1023,                    /* per segment */
    MSIM_SIZE_MAX = 4095                         /* bytes of one access */
};

/* The base of a conditional access that did not happen. */
#define MSIM_NO_ADDRESS (~UINT64_C(0))

enum msim_kind { MSIM_FETCH, MSIM_READ, MSIM_WRITE, MSIM_KINDS };

/* What matters of an instruction to other threads: these bits, if threads are recorded
 * (needs->tasks). */
enum {
    MSIM_INSTR_ATOMIC = 1, /* its accesses are one atomic operation: locked, or an exchange */
    MSIM_INSTR_FENCE = 2,  /* it orders the accesses before it and those after it */
    MSIM_INSTR_PAUSE = 4,  /* pause: a hint that a loop waits for another thread */
    MSIM_INSTR_HOW = 7     /* all of them */
};

/* One guest instruction.  `site` is the source location that its counts go to. */
struct msim_instr {
    uint32_t site;
    uint16_t length;
    uint16_t how; /* MSIM_INSTR_ bits */
};

/* One data access.  A modify is a read with `modify` set: it counts as a read. */
struct msim_access {
    int32_t offset;      /* from the base */
    uint32_t word : 6;   /* which word of the record holds the base, from 1 */
    uint32_t size : 12;  /* bytes */
    uint32_t instr : 8;  /* which instruction of the segment makes it */
    uint32_t write : 1;  /* a write; otherwise a read */
    uint32_t modify : 1; /* a read that is also a write */
    uint32_t maybe : 1;  /* conditional: the base may be MSIM_NO_ADDRESS */
    uint32_t block : 1;  /* state saved or restored by one instruction: see engine/caches/sim.h */
    uint32_t past : 1;   /* a write that passes by the caches, if what the segment computes is
                            recorded, which says so (ops.h): the dictionary sets it */
};

/* How a segment ends, if calls are recorded.  A call writes its return address, and a return reads
 * it, as the last access of the segment. */
enum msim_segment_end { MSIM_ENDS_ON, MSIM_ENDS_CALL, MSIM_ENDS_RETURN };

/* What the last instruction of a segment decided, if branches are recorded (needs->branches).  A
 * conditional branch makes two segments of the same code, next to each other in the dictionary: in
 * the first it is not taken.  So what it did is known from the record alone, also where another
 * thread or a signal handler runs next. */
enum msim_branch {
    MSIM_BRANCH_NONE,
    MSIM_BRANCH_NOT_TAKEN,
    MSIM_BRANCH_TAKEN,
    MSIM_BRANCH_INDIRECT /* a jump or call to a computed target, but no return: the target is the
                            last word of the record, which no access has */
};

struct msim_segment {
    uint64_t address; /* of the first instruction */
    struct msim_instr *instrs;
    struct msim_access *accesses; /* in order */
    uint32_t same_hash;           /* next segment with this hash, + 1 (dict.c) */
    uint16_t accesses_used;
    uint8_t instrs_used;
    uint8_t words : 7;
    uint8_t continued : 1; /* the segment before this one counted the first instruction,
                              because a side exit lies inside it; the record directly follows
                              that segment's */
    uint8_t end : 2;       /* enum msim_segment_end, */
    uint8_t entry : 1;     /* it begins where a function does, */
    uint8_t stub : 1;      /* it is part of a linkage table, */
    uint8_t branch : 2;    /* enum msim_branch; if it is taken: */
    int32_t jump;          /* from the end of the branch to its target; 0: unknown */
    uint64_t moved;        /* the load bias of its object, if calls are recorded */
    struct msim_ops *ops;  /* what it computes (ops.h); NULL: not recorded */
};

/* The address of an instruction; of number `instrs_used`, of what follows the segment. */
static inline uint64_t msim_instr_address(const struct msim_segment *segment, unsigned number)
{
    uint64_t address = segment->address;
    for (unsigned i = 0; i < number; i++)
        address += segment->instrs[i].length;
    return address;
}

static inline enum msim_kind msim_access_kind(const struct msim_access *access)
{
    return access->write ? MSIM_WRITE : MSIM_READ;
}

static inline uint32_t msim_header(uint32_t segment, uint32_t words)
{
    return (segment + MSIM_EVENTS) << MSIM_WORDS_BITS | words;
}

static inline uint32_t msim_header_words(uint64_t header)
{
    return (uint32_t)header & MSIM_WORDS_MAX;
}

static inline bool msim_header_is_event(uint64_t header)
{
    return header < (uint64_t)MSIM_EVENTS << MSIM_WORDS_BITS;
}

static inline uint32_t msim_header_segment(uint64_t header)
{
    return (uint32_t)(header >> MSIM_WORDS_BITS) - MSIM_EVENTS;
}
