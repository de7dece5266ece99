/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the pieces of the dictionary (pieces.h). */
#include "pieces.h"

#include "pieces_ops.h"
#include "stream/sink.h"
#include "trace.h"

enum {
    COUNT_BYTES = 5,
    PARTS_BYTES = 1,
    COUNTS_BYTES = PARTS_BYTES + 6 * COUNT_BYTES,
    USUAL_ROOM = 64 * 1024,
    INLINED_BYTES = 4 * 5,
    SITE_BYTES = 5 * 5 + 10 + 10,
    FRAME_BYTES = 10 + 5 + 5,
    CALL_BYTES = 5 + 5,
    INSTR_BYTES = 5 + 5,
    ACCESS_BYTES = 2 + 1 + 2 + 5,
    SEGMENT_BYTES = 10 + 10 + 2 + 2 + 2 + 5 /* without instructions and accesses */
};

void msim_dict_front_init(struct msim_dict_front *front)
{
    *front = (struct msim_dict_front){.inlined = 1, .calls = 1};
}

/* Length as written: a string that is too long is truncated and ends in its number, to stay
 * different from all others. */
static size_t written_length(const char *text)
{
    size_t length = msim_length(text);
    return length > MSIM_TRACE_STRING_MAX ? MSIM_TRACE_STRING_MAX : length;
}

static uint8_t *put_difference(uint8_t *to, uint64_t value, uint64_t before)
{
    return msim_put_varint(to, msim_fold(value - before));
}

static uint8_t *put_string(const struct msim_dict *dict, uint32_t number, uint8_t *to)
{
    const char *text = msim_dict_text(dict, number);
    size_t length = written_length(text);
    to = msim_put_varint(to, length);
    __builtin_memcpy(to, text, length);
    if (text[length])
        for (unsigned i = 1; i <= 8; i++, number >>= 4)
            to[length - i] = (uint8_t) "0123456789abcdef"[number & 15];
    return to + length;
}

static uint8_t *put_inlined(const struct msim_dict *dict, struct msim_dict_front *front,
                            uint8_t *to)
{
    const struct msim_inlined *call = msim_dict_inlined_at(dict, front->inlined);
    to = put_difference(to, call->outer, front->inlined_call.outer);
    to = put_difference(to, call->function, front->inlined_call.function);
    to = put_difference(to, call->file, front->inlined_call.file);
    to = put_difference(to, call->line, front->inlined_call.line);
    front->inlined_call = *call;
    return to;
}

static uint8_t *put_site(const struct msim_dict *dict, struct msim_dict_front *front, uint8_t *to)
{
    const struct msim_site *site = msim_dict_site_at(dict, front->sites);
    to = put_difference(to, site->file, front->site.file);
    to = put_difference(to, site->function, front->site.function);
    to = put_difference(to, site->line, front->site.line);
    to = put_difference(to, site->object, front->site.object);
    if (front->whole_sites) {
        to = put_difference(to, site->inlined, front->site.inlined);
        to = put_difference(to, site->address, front->site.address);
    }
    if (front->functions)
        to = put_difference(to, site->begins, front->site.begins);
    front->site = *site;
    return to;
}

static uint8_t *put_access(const struct msim_access *access, unsigned instr_before, uint8_t *to)
{
    unsigned flags = (unsigned)access->write | (unsigned)access->modify << 1 |
                     (unsigned)access->maybe << 2 | (unsigned)access->block << 3;
    to = msim_put_varint(to, (access->instr - instr_before) << 4 | flags);
    to = msim_put_varint(to, access->word);
    to = msim_put_varint(to, access->size);
    return put_difference(to, (uint64_t)(int64_t)access->offset, 0);
}

static size_t segment_room(const struct msim_dict *dict, const struct msim_dict_front *front)
{
    const struct msim_segment *segment = msim_dict_segment_at(dict, front->segments);
    return SEGMENT_BYTES + (size_t)segment->instrs_used * INSTR_BYTES +
           (size_t)segment->accesses_used * ACCESS_BYTES +
           (front->operations ? msim_ops_room(segment->ops) : 0);
}

/* Without operations, the usual room suffices for any segment. */
size_t msim_dict_room(const struct msim_dict *dict, const struct msim_dict_front *front)
{
    size_t room = USUAL_ROOM;
    if (front->strings < dict->strings.used)
        room += written_length(msim_dict_text(dict, front->strings));
    if (front->operations && front->segments < dict->segments.used)
        room += segment_room(dict, front);
    return room;
}

static uint8_t *put_segment(const struct msim_segment *segment, struct msim_dict_front *front,
                            uint8_t *to)
{
    to = put_difference(to, segment->address, front->address);
    if (front->functions)
        to = put_difference(to, segment->moved, front->moved);
    front->moved = segment->moved;
    to = msim_put_varint(to, segment->instrs_used);
    to = msim_put_varint(to, segment->accesses_used);
    to = msim_put_varint(to, msim_segment_shape(segment));
    if (segment->branch == MSIM_BRANCH_TAKEN)
        to = put_difference(to, (uint64_t)(int64_t)segment->jump, 0);
    front->address = segment->address;
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        const struct msim_instr *instr = &segment->instrs[i];
        to = msim_put_varint(to, instr->length | (front->has_tasks ? instr->how << 8 : 0));
        to = put_difference(to, instr->site, front->instr_site);
        front->instr_site = instr->site;
        front->address += instr->length;
    }
    for (unsigned i = 0, instr = 0; i < segment->accesses_used; i++) {
        to = put_access(&segment->accesses[i], instr, to);
        instr = segment->accesses[i].instr;
    }
    return front->operations ? msim_ops_put(segment->ops, to) : to;
}

static uint8_t *put_frame(const struct msim_dict *dict, struct msim_dict_front *front, uint8_t *to)
{
    const struct msim_frame *frame = msim_frame_at(&dict->calls, front->frames);
    to = put_difference(to, frame->address, front->frame.address);
    to = put_difference(to, frame->site, front->frame.site);
    to = put_difference(to, frame->object, front->frame.object);
    front->frame = *frame;
    return to;
}

static uint8_t *put_call(const struct msim_dict *dict, struct msim_dict_front *front, uint8_t *to)
{
    const struct msim_call *call = msim_call_at(&dict->calls, front->calls);
    to = put_difference(to, call->frame, front->call_frame);
    to = msim_put_varint(to, front->calls - call->caller);
    front->call_frame = call->frame;
    return to;
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* A kind of description: how many bytes the next one needs at most, and how to write it. */
struct kind {
    size_t (*room)(const struct msim_dict *dict, const struct msim_dict_front *front);
    uint8_t *(*put)(const struct msim_dict *dict, struct msim_dict_front *front, uint8_t *to);
};

static size_t string_room(const struct msim_dict *dict, const struct msim_dict_front *front)
{
    return COUNT_BYTES + written_length(msim_dict_text(dict, front->strings));
}
static uint8_t *next_string(const struct msim_dict *dict, struct msim_dict_front *front,
                            uint8_t *to)
{
    return put_string(dict, front->strings, to);
}
static size_t inlined_room(const struct msim_dict *dict, const struct msim_dict_front *front)
{
    (void)dict, (void)front;
    return INLINED_BYTES;
}
static size_t site_room(const struct msim_dict *dict, const struct msim_dict_front *front)
{
    (void)dict, (void)front;
    return SITE_BYTES;
}
static uint8_t *next_segment(const struct msim_dict *dict, struct msim_dict_front *front,
                             uint8_t *to)
{
    return put_segment(msim_dict_segment_at(dict, front->segments), front, to);
}
static size_t frame_room(const struct msim_dict *dict, const struct msim_dict_front *front)
{
    (void)dict, (void)front;
    return FRAME_BYTES;
}
static size_t call_room(const struct msim_dict *dict, const struct msim_dict_front *front)
{
    (void)dict, (void)front;
    return CALL_BYTES;
}

static const struct kind string_kind = {string_room, next_string};
static const struct kind inlined_kind = {inlined_room, put_inlined};
static const struct kind site_kind = {site_room, put_site};
static const struct kind segment_kind = {segment_room, next_segment};
static const struct kind frame_kind = {frame_room, put_frame};
static const struct kind call_kind = {call_room, put_call};

/* A count precedes what it counts, but is known only afterwards: its length is fixed. */
static void put_count(uint8_t *to, uint32_t count)
{
    for (unsigned i = 0; i < COUNT_BYTES; i++, count >>= 7)
        to[i] = (uint8_t)((count & 0x7f) | (i < COUNT_BYTES - 1 ? 0x80 : 0));
}

/* The block being written. */
struct block {
    const struct msim_dict *dict;
    struct msim_dict_front *front;
    uint8_t *to, *end;
    bool full; /* the kind written last is incomplete */
};

/* Writes descriptions from number *next on.  Once a kind is incomplete, no further kinds are
 * written, because descriptions refer to earlier ones. */
static void put_kind(struct block *block, const struct kind *kind, uint32_t *next, uint32_t used)
{
    uint8_t *count = block->to;
    uint32_t first = *next;
    block->to += COUNT_BYTES;
    for (; !block->full && *next < used; ++*next) {
        block->full = (size_t)(block->end - block->to) < kind->room(block->dict, block->front);
        if (block->full)
            break;
        block->to = kind->put(block->dict, block->front, block->to);
    }
    put_count(count, *next - first);
}

uint8_t *msim_dict_put(const struct msim_dict *dict, struct msim_dict_front *front, uint8_t *to,
                       size_t room)
{
    struct block block = {dict, front, to, to + room - COUNTS_BYTES, false};
    if (front->has_tasks)
        *block.to++ = (uint8_t)((front->whole_sites ? MSIM_DICT_WHOLE_SITES : 0) |
                                (front->functions ? MSIM_DICT_FUNCTIONS : 0) |
                                (front->operations ? MSIM_DICT_OPERATIONS : 0) |
                                (front->branches ? MSIM_DICT_BRANCHES : 0));
    put_kind(&block, &string_kind, &front->strings, dict->strings.used);
    if (front->whole_sites)
        put_kind(&block, &inlined_kind, &front->inlined, dict->inlined.used);
    put_kind(&block, &site_kind, &front->sites, dict->sites.used);
    put_kind(&block, &segment_kind, &front->segments, dict->segments.used);
    put_kind(&block, &frame_kind, &front->frames, dict->calls.frames.used);
    put_kind(&block, &call_kind, &front->calls, dict->calls.calls.used);
    return block.to;
}
