/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the build id of buildid.h.
 *
 * Valgrind does not report it to tools.  It is in a note in the first pages of the file, which are
 * mapped below the code.  They are read in memory, because the file may be deleted or out of reach.
 * Anything outside of that mapping is treated as missing.
 */
#include "buildid.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

/* Offsets of fields in files of 64 bits, and some values. */
enum {
    HEAD_BYTES = 64,
    HEAD_SEGMENTS = 32, /* offset of the table */
    HEAD_EACH = 54,
    HEAD_COUNT = 56,
    SEGMENT_BYTES = 56,
    SEGMENT_OFFSET = 8,
    SEGMENT_SIZE = 32,
    SEGMENT_ALIGN = 48,
    IS_NOTE = 4,
    NOTE_BYTES = 12,
    IS_BUILD_ID = 3,
    STEPS = 16 /* mappings of one file, at most */
};

/* The mapped beginning of a file. */
struct head {
    const UChar *bytes;
    ULong size;
};

static Bool is_within(const struct head *head, ULong offset, ULong size)
{
    return offset <= head->size && size <= head->size - offset;
}

static ULong number(const struct head *head, ULong offset, UInt bytes)
{
    ULong value = 0;
    VG_(memcpy)(&value, head->bytes + offset, bytes);
    return value;
}

/* The mapping that begins the file whose code this is. */
static struct head head_of(Addr code)
{
    const NSegment *first = VG_(am_find_nsegment)(code), *at = first;
    for (UInt i = 0; i < STEPS && at && at->kind == SkFileC; i++) {
        if (at->ino != first->ino || at->dev != first->dev)
            break;
        if (at->offset == 0)
            return at->hasR ? (struct head){(const UChar *)at->start, at->end - at->start + 1}
                            : (struct head){NULL, 0};
        at = at->start ? VG_(am_find_nsegment)(at->start - 1) : NULL;
    }
    return (struct head){NULL, 0};
}

static Bool take_id(const struct head *head, ULong offset, ULong size, HChar *id)
{
    if (!size || 2 * size >= MSIM_BUILD_ID_ROOM || !is_within(head, offset, size))
        return False;
    for (ULong i = 0; i < size; i++)
        VG_(sprintf)(id + 2 * i, "%02x", head->bytes[offset + i]);
    return True;
}

static Bool find_in_notes(const struct head *head, ULong offset, ULong size, ULong align, HChar *id)
{
    if (!is_within(head, offset, size))
        return False;
    align = align == 8 ? 8 : 4;
    for (ULong end = offset + size; offset < end && end - offset >= NOTE_BYTES;) {
        ULong name_bytes = number(head, offset, 4), bytes = number(head, offset + 4, 4);
        ULong name = offset + NOTE_BYTES, value = name + VG_ROUNDUP(name_bytes, align);
        if (number(head, offset + 8, 4) == IS_BUILD_ID && name_bytes == 4 &&
            is_within(head, name, 4) && VG_(memcmp)(head->bytes + name, "GNU", 4) == 0)
            return take_id(head, value, bytes, id);
        offset = value + VG_ROUNDUP(bytes, align);
    }
    return False;
}

Bool msim_build_id(Addr code, HChar id[static MSIM_BUILD_ID_ROOM])
{
    struct head head = head_of(code);
    if (!is_within(&head, 0, HEAD_BYTES) || VG_(memcmp)(head.bytes, "\177ELF\2\1", 6) != 0 ||
        number(&head, HEAD_EACH, 2) != SEGMENT_BYTES)
        return False;
    ULong segments = number(&head, HEAD_SEGMENTS, 8), count = number(&head, HEAD_COUNT, 2);
    if (!is_within(&head, segments, count * SEGMENT_BYTES))
        return False;
    for (ULong i = 0; i < count; i++) {
        ULong at = segments + i * SEGMENT_BYTES;
        if (number(&head, at, 4) == IS_NOTE &&
            find_in_notes(&head, number(&head, at + SEGMENT_OFFSET, 8),
                          number(&head, at + SEGMENT_SIZE, 8), number(&head, at + SEGMENT_ALIGN, 8),
                          id))
            return True;
    }
    return False;
}
