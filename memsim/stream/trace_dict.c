/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writing the dictionary as trace_dict.h says. */
#include "trace_dict.h"

#include "trace.h"

enum {
    COUNT_BYTES = 5,
    COUNTS_BYTES = 3 * COUNT_BYTES,
    USUAL_ROOM = 64 * 1024,
    SITE_BYTES = 3 * 5,
    INSTR_BYTES = 5 + 5,
    ACCESS_BYTES = 2 + 1 + 2 + 5,
    SEGMENT_BYTES = 10 + 2 + 2 + 1 /* and those of instructions and accesses */
};

static size_t length_of(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

/* Written: a string that is too long is cut, and gets its number, so that it stays unlike others. */
static size_t written_length(const char *text)
{
    size_t length = length_of(text);
    return length > MSIM_TRACE_STRING_MAX ? MSIM_TRACE_STRING_MAX : length;
}

size_t msim_dict_room(const struct msim_dict *dict, const struct msim_dict_front *front)
{
    size_t room = USUAL_ROOM;
    if (front->strings < dict->strings.used)
        room += written_length(msim_dict_text(dict, front->strings));
    return room;
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

static uint8_t *put_site(const struct msim_dict *dict, struct msim_dict_front *front, uint8_t *to)
{
    const struct msim_site *site = msim_dict_site_at(dict, front->sites);
    to = put_difference(to, site->file, front->site.file);
    to = put_difference(to, site->function, front->site.function);
    to = put_difference(to, site->line, front->site.line);
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

static size_t segment_room(const struct msim_segment *segment)
{
    return SEGMENT_BYTES + (size_t)segment->instrs_used * INSTR_BYTES +
           (size_t)segment->accesses_used * ACCESS_BYTES;
}

static uint8_t *put_segment(const struct msim_segment *segment, struct msim_dict_front *front,
                            uint8_t *to)
{
    to = put_difference(to, segment->address, front->address);
    to = msim_put_varint(to, segment->instrs_used);
    to = msim_put_varint(to, segment->accesses_used);
    to = msim_put_varint(to, (uint64_t)segment->words << 1 | segment->continued);
    front->address = segment->address;
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        const struct msim_instr *instr = &segment->instrs[i];
        to = msim_put_varint(to, instr->length);
        to = put_difference(to, instr->site, front->instr_site);
        front->instr_site = instr->site;
        front->address += instr->length;
    }
    for (unsigned i = 0, instr = 0; i < segment->accesses_used; i++) {
        to = put_access(&segment->accesses[i], instr, to);
        instr = segment->accesses[i].instr;
    }
    return to;
}

/* A count comes before what it counts, and is known after it. */
static void put_count(uint8_t *to, uint32_t count)
{
    for (unsigned i = 0; i < COUNT_BYTES; i++, count >>= 7)
        to[i] = (uint8_t)((count & 0x7f) | (i < COUNT_BYTES - 1 ? 0x80 : 0));
}

/* Each kind only if all before it are complete: what is described refers to what came before. */
uint8_t *msim_dict_put(const struct msim_dict *dict, struct msim_dict_front *front, uint8_t *to,
                       size_t room)
{
    uint8_t *end = to + room - COUNTS_BYTES, *count = to;
    struct msim_dict_front old = *front;
    for (to += COUNT_BYTES; front->strings < dict->strings.used; front->strings++) {
        if ((size_t)(end - to) < COUNT_BYTES + written_length(msim_dict_text(dict, front->strings)))
            break;
        to = put_string(dict, front->strings, to);
    }
    put_count(count, front->strings - old.strings);
    bool go_on = front->strings == dict->strings.used;
    count = to;
    for (to += COUNT_BYTES; go_on && front->sites < dict->sites.used; front->sites++) {
        if (end - to < SITE_BYTES)
            break;
        to = put_site(dict, front, to);
    }
    put_count(count, front->sites - old.sites);
    go_on = front->sites == dict->sites.used;
    count = to;
    for (to += COUNT_BYTES; go_on && front->segments < dict->segments.used; front->segments++) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, front->segments);
        if ((size_t)(end - to) < segment_room(segment))
            break;
        to = put_segment(segment, front, to);
    }
    put_count(count, front->segments - old.segments);
    return to;
}
