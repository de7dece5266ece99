/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the pieces of the dictionary (pieces.h) from arbitrary bytes.
 *
 * Observers trust the dictionary, so everything is checked first: all numbers exist, all fields are
 * in their ranges, accesses are in the order of their instructions.
 */
#include "pieces.h"

#include "pieces_ops.h"
#include "trace.h"

enum { LENGTH_MAX = 255 };

/* Takes a string.  The byte after it becomes 0 while the dictionary looks at it. */
static void take_string(struct msim_taker *taker, struct msim_dict *dict)
{
    struct msim_cursor *cursor = taker->cursor;
    const uint8_t *start = cursor->at;
    size_t length = msim_take(taker, 0, MSIM_TRACE_STRING_MAX, "the length of a string");
    if ((size_t)(cursor->end - cursor->at) < length)
        msim_refuse(taker, start, "a string within the block");
    for (size_t i = 0; i < length && !taker->expected; i++)
        if (!cursor->at[i])
            msim_refuse(taker, cursor->at + i, "a string without zero bytes");
    if (taker->expected)
        return;
    uint32_t number = dict->strings.used;
    uint8_t *after = taker->bytes + (cursor->at - taker->bytes) + length, byte = *after;
    *after = 0;
    bool added = msim_dict_string(dict, (const char *)cursor->at) == number;
    *after = byte;
    if (!added || dict->strings.used == number)
        msim_refuse(taker, start, "a new string");
    else
        cursor->at += length;
}

static void take_inlined(struct msim_taker *taker, struct msim_dict *dict,
                         struct msim_dict_front *front)
{
    const uint8_t *start = taker->cursor->at;
    uint32_t number = dict->inlined.used, strings = dict->strings.used;
    struct msim_inlined *call = &front->inlined_call;
    call->outer =
        msim_take_number(taker, call->outer, number, "0 or the number of an inlined call");
    call->function =
        msim_take_number(taker, call->function, strings, "the number of a function's string");
    call->file = msim_take_number(taker, call->file, strings, "the number of a file's string");
    call->line = (uint32_t)msim_take_difference(taker, call->line, UINT32_MAX, "a line");
    if (taker->expected)
        return;
    if (msim_dict_inlined(dict, call) != number || dict->inlined.used == number)
        msim_refuse(taker, start, "a new inlined call");
}

static void take_site(struct msim_taker *taker, struct msim_dict *dict,
                      struct msim_dict_front *front)
{
    const uint8_t *start = taker->cursor->at;
    uint32_t number = dict->sites.used, strings = dict->strings.used;
    struct msim_site *site = &front->site;
    site->file = msim_take_number(taker, site->file, strings, "the number of a file's string");
    site->function =
        msim_take_number(taker, site->function, strings, "the number of a function's string");
    site->line = (uint32_t)msim_take_difference(taker, site->line, UINT32_MAX, "a line");
    site->object = msim_take_number(taker, site->object, strings + 1,
                                    "0 or 1 + the number of an object's string");
    if (front->whole_sites) {
        site->inlined = msim_take_number(taker, site->inlined, dict->inlined.used,
                                         "0 or the number of an inlined call");
        site->address = msim_take_difference(taker, site->address, UINT64_MAX, "an address");
    }
    if (front->functions)
        site->begins = msim_take_difference(taker, site->begins, UINT64_MAX, "an address");
    if (taker->expected)
        return;
    if (msim_dict_whole_site(dict, site) != number || dict->sites.used == number)
        msim_refuse(taker, start, "a new site");
}

/* Takes the bytes of an instruction, and its bits for other threads. */
static uint16_t take_length(struct msim_taker *taker, const struct msim_dict_front *front,
                            uint16_t *how)
{
    const uint8_t *start = taker->cursor->at;
    uint64_t most = front->has_tasks ? MSIM_INSTR_HOW << 8 | LENGTH_MAX : LENGTH_MAX;
    uint64_t length = msim_take(taker, 1, most, "a length from 1 to 255");
    *how = (uint16_t)(length >> 8);
    if (!(length & LENGTH_MAX))
        msim_refuse(taker, start, "a length from 1 to 255");
    return length & LENGTH_MAX;
}

static void take_instrs(struct msim_taker *taker, struct msim_dict *dict,
                        struct msim_dict_front *front, struct msim_segment *segment)
{
    for (unsigned i = 0; i < segment->instrs_used && !taker->expected; i++) {
        uint16_t how, length = take_length(taker, front, &how);
        front->instr_site =
            msim_take_number(taker, front->instr_site, dict->sites.used, "the number of a site");
        front->address += length;
        segment->instrs[i] = (struct msim_instr){front->instr_site, length, how};
    }
}

static void take_access(struct msim_taker *taker, const struct msim_segment *segment,
                        struct msim_access *access, unsigned instr)
{
    const uint8_t *start = taker->cursor->at;
    unsigned what = (unsigned)msim_take(taker, 0, MSIM_INSTRS_MAX << 4 | 15, "an access");
    instr += what >> 4;
    if (instr >= segment->instrs_used)
        msim_refuse(taker, start, "an access of an instruction of the segment");
    if ((what & 3) == 3)
        msim_refuse(taker, start, "an access that is a write or a modify");
    access->instr = instr & 0xff;
    access->write = what & 1;
    access->modify = what >> 1 & 1;
    access->maybe = what >> 2 & 1;
    access->block = what >> 3 & 1;
    access->word = msim_take(taker, 1, segment->words, "a word of the segment") & MSIM_WORDS_MAX;
    access->size = msim_take(taker, 1, MSIM_SIZE_MAX, "a size from 1 to 4095") & MSIM_SIZE_MAX;
    start = taker->cursor->at;
    uint64_t folded = msim_take(taker, 0, UINT32_MAX, "an offset of 32 bits");
    access->offset = (int32_t)(int64_t)msim_unfold(folded);
}

static void take_shape(struct msim_taker *taker, const struct msim_dict_front *front,
                       struct msim_segment *segment)
{
    const uint8_t *start = taker->cursor->at;
    bool branches = front->branches;
    unsigned shape = (unsigned)msim_take(taker, 0, branches ? 0x3fff : 0xfff,
                                         branches ? "a shape below 16384" : "a shape below 4096");
    segment->words = shape >> 1 & MSIM_WORDS_MAX;
    segment->continued = shape & 1;
    segment->end = shape >> 8 & 3;
    segment->entry = shape >> 10 & 1;
    segment->stub = shape >> 11 & 1;
    segment->branch = shape >> 12 & 3;
    if (shape & 0x80 || segment->end > MSIM_ENDS_RETURN)
        msim_refuse(taker, start, "up to 63 words, and an end from 0 to 2");
    if (segment->branch == MSIM_BRANCH_INDIRECT && !segment->words)
        msim_refuse(taker, start, "a word that has the branch's target");
    if (segment->branch == MSIM_BRANCH_TAKEN)
        segment->jump =
            (int32_t)(int64_t)msim_unfold(msim_take(taker, 0, UINT32_MAX, "a jump of 32 bits"));
}

/* Observers of calls rely on this. */
static bool ends_as_it_says(const struct msim_segment *segment)
{
    if (segment->end == MSIM_ENDS_ON)
        return true;
    if (!segment->accesses_used)
        return false;
    const struct msim_access *last = &segment->accesses[segment->accesses_used - 1];
    return !last->maybe && last->write == (segment->end == MSIM_ENDS_CALL);
}

static void take_segment(struct msim_taker *taker, struct msim_dict *dict,
                         struct msim_dict_front *front)
{
    struct msim_instr instrs[MSIM_INSTRS_MAX];
    struct msim_access accesses[MSIM_ACCESSES_MAX];
    struct msim_ops_taken taken;
    struct msim_segment segment = {.instrs = instrs, .accesses = accesses};
    const uint8_t *start = taker->cursor->at;
    uint32_t number = dict->segments.used;
    segment.address = msim_take_difference(taker, front->address, UINT64_MAX, "an address");
    if (front->functions)
        segment.moved = front->moved =
            msim_take_difference(taker, front->moved, UINT64_MAX, "a distance");
    segment.instrs_used =
        (uint8_t)msim_take(taker, 1, MSIM_INSTRS_MAX, "a number of instructions from 1 to 255");
    segment.accesses_used =
        (uint16_t)msim_take(taker, 0, MSIM_ACCESSES_MAX, "a number of accesses up to 1023");
    take_shape(taker, front, &segment);
    front->address = segment.address;
    take_instrs(taker, dict, front, &segment);
    for (unsigned i = 0; i < segment.accesses_used && !taker->expected; i++) {
        accesses[i] = (struct msim_access){0};
        take_access(taker, &segment, &accesses[i], i ? accesses[i - 1].instr : 0);
    }
    if (!taker->expected && !ends_as_it_says(&segment))
        msim_refuse(taker, start, "a call that writes, or a return that reads, its return address");
    if (front->operations && !taker->expected)
        segment.ops = msim_ops_take(taker, &segment, &taken);
    if (taker->expected)
        return;
    if (msim_dict_segment(dict, &segment) != number || dict->segments.used == number)
        msim_refuse(taker, start, "a new segment");
}

static void take_frame(struct msim_taker *taker, struct msim_dict *dict,
                       struct msim_dict_front *front)
{
    const uint8_t *start = taker->cursor->at;
    uint32_t number = dict->calls.frames.used;
    struct msim_frame *frame = &front->frame;
    frame->address = msim_take_difference(taker, frame->address, UINT64_MAX, "an address");
    frame->site = msim_take_number(taker, frame->site, dict->sites.used, "the number of a site");
    frame->object = msim_take_number(taker, frame->object, dict->strings.used,
                                     "the number of an object's string");
    if (taker->expected)
        return;
    if (msim_calls_frame(&dict->calls, frame->address, frame->site, frame->object) != number ||
        dict->calls.frames.used == number)
        msim_refuse(taker, start, "a new frame");
}

static void take_call(struct msim_taker *taker, struct msim_dict *dict,
                      struct msim_dict_front *front)
{
    const uint8_t *start = taker->cursor->at;
    uint32_t number = dict->calls.calls.used;
    front->call_frame = msim_take_number(taker, front->call_frame, dict->calls.frames.used,
                                         "the number of a frame");
    uint32_t before = (uint32_t)msim_take(taker, 1, number, "the distance to an earlier call");
    if (taker->expected)
        return;
    if (msim_calls_call(&dict->calls, front->call_frame, number - before) != number ||
        dict->calls.calls.used == number)
        msim_refuse(taker, start, "a new call");
}

/* Takes a count; each thing counted takes at least one byte. */
static uint64_t take_count(struct msim_taker *taker)
{
    return msim_take(taker, 0, (uint64_t)(taker->cursor->end - taker->cursor->at),
                     "a count of what follows in the block");
}

static void take_parts(struct msim_taker *taker, struct msim_dict_front *front)
{
    unsigned most = front->parts;
    unsigned parts = (unsigned)msim_take(taker, 0, most,
                                         most == MSIM_DICT_PARTS       ? "a number from 0 to 15"
                                         : most & MSIM_DICT_OPERATIONS ? "a number from 0 to 7"
                                         : most & MSIM_DICT_FUNCTIONS  ? "a number from 0 to 3"
                                                                       : "0, or 1 for whole sites");
    front->whole_sites = parts & MSIM_DICT_WHOLE_SITES;
    front->functions = parts & MSIM_DICT_FUNCTIONS;
    front->operations = parts & MSIM_DICT_OPERATIONS;
    front->branches = parts & MSIM_DICT_BRANCHES;
}

const char *msim_dict_take(struct msim_dict *dict, struct msim_dict_front *front, uint8_t *bytes,
                           size_t count, const uint8_t **stopped)
{
    struct msim_cursor place = {bytes, bytes + count, false}, *cursor = &place;
    struct msim_taker taker = {cursor, bytes, NULL};
    if (front->has_tasks)
        take_parts(&taker, front);
    for (uint64_t left = take_count(&taker); left && !taker.expected; left--)
        take_string(&taker, dict);
    for (uint64_t left = front->whole_sites ? take_count(&taker) : 0; left && !taker.expected;
         left--)
        take_inlined(&taker, dict, front);
    for (uint64_t left = take_count(&taker); left && !taker.expected; left--)
        take_site(&taker, dict, front);
    for (uint64_t left = take_count(&taker); left && !taker.expected; left--)
        take_segment(&taker, dict, front);
    for (uint64_t left = take_count(&taker); left && !taker.expected; left--)
        take_frame(&taker, dict, front);
    for (uint64_t left = take_count(&taker); left && !taker.expected; left--)
        take_call(&taker, dict, front);
    if (cursor->at != cursor->end)
        msim_refuse(&taker, cursor->at, "the end of the block");
    *stopped = cursor->at;
    return taker.expected;
}
