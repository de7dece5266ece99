/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random programs, in the form of the dictionary and the stream.
 *
 * A program mostly goes round loops of segments and otherwise jumps.  Its code is in a main region,
 * in far libraries and at 0xffffffffff600000; segments overlap, and cross lines and pages.  Its
 * data are hot lines, strides, random pages, the ends of pages, anywhere below 2^47, a high page,
 * and addresses that differ from hot ones only above the lower 32 bits of their block numbers.
 * Every form that stream.h allows occurs: conditional, modifying, continued, up to 255
 * instructions, up to 1023 accesses, up to 4095 bytes.  Now and then there is an event of event.h,
 * with a stack of the dictionary.
 */
#pragma once

#include "host.h"
#include "stream/dict.h"
#include "stream/event.h"

enum {
    PROGRAM_SITES = 700,
    PROGRAM_HOT = 24,
    PROGRAM_PAGES = 160,
    PROGRAM_STREAMS = 4,
    PROGRAM_FUNCTIONS = 6,
    PROGRAM_TASKS = 100
};

struct unit_program {
    struct unit_random random;
    struct msim_dict dict;
    uint64_t hot[PROGRAM_HOT], page[PROGRAM_PAGES];
    struct {
        uint64_t start, step, length, at;
    } stream[PROGRAM_STREAMS];
    bool low;   /* set before it translates: all addresses are below 2^34 */
    bool maps;  /* events of mappings happen too, and all events often */
    bool flows; /* segments call and return, and threads and signals come; any of it makes sense */
    bool whole; /* sites have inlined calls and addresses */
    bool
        functions; /* sites say where their functions begin, and segments how far they were moved */
    bool tasks;    /* instructions are something to other threads, which begin, wait and end */
    bool operations;  /* segments say what they compute, */
    bool stores_past; /* and many of their stores pass by the caches */
    enum {
        PROGRAM_RUNS,
        PROGRAM_BLOCKED,
        PROGRAM_ENDED
    } task[PROGRAM_TASKS]; /* from number 1 on */
    uint32_t tasks_used;
    uint64_t next_code; /* the end of the segment made last */
    uint32_t loop, loop_length, loop_left;
    uint32_t next, target; /* segments to be run in order, if next <= target */
};

void program_start(struct unit_program *program, const struct msim_mem *mem, uint64_t seed);

/* Describes `count` more segments to the dictionary, and some frames and calls. */
void program_translate(struct unit_program *program, unsigned count);

/* Executes: whole records into `words` while one surely fits into `room`; returns the words
 * used. */
size_t program_run(struct unit_program *program, uint64_t *words, size_t room);

/* True: the record with this header goes on with the instruction of the one before. */
static inline bool program_goes_on(const struct msim_dict *dict, uint64_t header)
{
    return !msim_header_is_event(header) &&
           msim_dict_segment_at(dict, msim_header_segment(header))->continued;
}

/* Makes the words of an event such as an event may have them. */
void program_right_event(const struct msim_dict *dict, struct unit_random *random,
                         uint64_t *record);
