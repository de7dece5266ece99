/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The memory of memory.h.  (Valgrind's core has the memcpy, memmove and memset to which gcc emits
 * calls.) */
#include "memory.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

#include "syscalls.h"

enum {
    PAGE = 4096,
    EXTENTS = 1024,
    LEAST = 4 * 1024 * 1024, /* bytes of an extent */
    ALONE = 1024 * 1024,     /* a piece of this size gets an extent of its own */
    PAGED_FROM = 32 * 1024   /* larger pieces begin with a page */
};

struct extent {
    Addr start;
    SizeT size, used;
    Bool shared;
};

/* At the start of the first extent, as two processes may use it. */
struct memory {
    Addr next, end; /* what is free of the extent that is being filled */
    UInt filling;
    UInt extents;
    SizeT total;
    Bool shared;
    struct extent extent[EXTENTS];
};

static struct memory *memory;

/* Valgrind 3.19 returns the address, later ones a SysRes that may be an error. */
static void *as_address(void *address)
{
    return address;
}

static void *as_result(SysRes result)
{
    return sr_isError(result) ? NULL : (void *)sr_Res(result);
}

#define MAPPED(call) _Generic((call), void * : as_address, SysRes : as_result)(call)

static Addr rounded_up(Addr value, SizeT align)
{
    return (value + align - 1) & ~(Addr)(align - 1);
}

static void out_of_memory(SizeT bytes)
{
    VG_(fmsg)("memsim: out of memory: cannot get %lu more bytes\n", (UWord)bytes);
    VG_(exit)(1);
}

/* --- Extents ------------------------------------------------------------------------------ */

static struct extent *add_extent(SizeT size)
{
    Addr start = (Addr)MAPPED(VG_(am_shadow_alloc)(size));
    if (!start)
        return NULL;
    if (!memory)
        memory = (struct memory *)start;
    struct extent *extent = &memory->extent[memory->extents++];
    *extent = (struct extent){.start = start, .size = size};
    memory->total += size;
    return extent;
}

static void fill(UInt number)
{
    struct extent *extent = &memory->extent[number];
    if (memory->extents > 1)
        memory->extent[memory->filling].used = memory->next - memory->extent[memory->filling].start;
    memory->filling = number;
    memory->next = extent->start + extent->used;
    memory->end = extent->start + extent->size;
}

static struct extent *need_extent(SizeT size)
{
    struct extent *extent =
        memory && memory->extents == EXTENTS ? NULL : add_extent(rounded_up(size, PAGE));
    if (!extent)
        out_of_memory(size);
    return extent;
}

static void start(void)
{
    need_extent(LEAST)->used = rounded_up(sizeof *memory, 64);
    fill(0);
}

/* Later extents are larger, so that there are few. */
static void start_extent(void)
{
    SizeT size = memory->total / 8;
    need_extent(size < LEAST ? LEAST : size);
    fill(memory->extents - 1);
}

/* --- Allocating --------------------------------------------------------------------------- */

static void *get_alone(SizeT bytes)
{
    struct extent *extent = need_extent(bytes);
    extent->used = extent->size;
    return (void *)extent->start;
}

/* Two processes may do this at once. */
static void *get_shared(SizeT bytes, SizeT align)
{
    Addr got = __atomic_fetch_add(&memory->next, bytes + align, __ATOMIC_RELAXED);
    if (got + bytes + align > memory->end)
        out_of_memory(bytes);
    return (void *)rounded_up(got, align);
}

static void *get(void *self, size_t bytes, size_t align)
{
    (void)self;
    if (!memory)
        start();
    if (bytes >= PAGED_FROM)
        align = PAGE;
    else if (align < 16)
        align = 16;
    if (memory->shared)
        return get_shared(bytes, align);
    if (bytes >= ALONE)
        return get_alone(bytes);
    if (rounded_up(memory->next, align) + bytes > memory->end)
        start_extent();
    Addr got = rounded_up(memory->next, align);
    memory->next = got + bytes;
    return (void *)got;
}

const struct msim_mem msim_tool_mem = {get, NULL};

/* --- Sharing ------------------------------------------------------------------------------ */

/* Puts other pages under the same addresses, with the same contents. */
static Bool replace_pages(struct extent *extent, Bool shared)
{
    Addr copy = msim_map(0, extent->size, shared);
    if (!copy)
        return False;
    VG_(memcpy)((void *)copy, (void *)extent->start, extent->used);
    if (!msim_move_mapping(copy, extent->size, extent->start)) {
        msim_unmap(copy, extent->size);
        return False;
    }
    extent->shared = shared;
    return True;
}

static Bool replace_all(Bool shared)
{
    struct extent *extent = memory->extent;
    memory->extent[memory->filling].used = memory->next - memory->extent[memory->filling].start;
    for (UInt i = 0; i < memory->extents; i++)
        if (extent[i].size && extent[i].shared != shared && !replace_pages(&extent[i], shared))
            return False;
    return True;
}

/* An extent to fill while memory is shared.  Its pages cost nothing until used. */
static Bool add_room(SizeT size)
{
    struct extent *room = memory->extents == EXTENTS ? NULL : add_extent(size);
    if (!room)
        return False;
    if (!msim_map(room->start, size, True))
        return False;
    room->shared = True;
    fill(memory->extents - 1);
    return True;
}

Bool msim_memory_share(SizeT room)
{
    if (memory->shared)
        return True;
    if (!replace_all(True) || !add_room(rounded_up(room, PAGE))) {
        replace_all(False);
        return False;
    }
    memory->shared = True;
    return True;
}

/* What is left of the room would count against a limit of the guest. */
static void drop_rest(struct extent *room)
{
    SizeT used = rounded_up(room->used, PAGE);
    if (used < room->size)
        VG_(am_munmap_valgrind)(room->start + used, room->size - used);
    memory->total -= room->size - used;
    room->size = used;
    memory->end = room->start + used;
}

Bool msim_memory_make_private(void)
{
    if (!memory->shared)
        return True;
    struct extent *room = &memory->extent[memory->filling];
    room->used = memory->next - room->start;
    drop_rest(room);
    if (!replace_all(False))
        return False;
    memory->shared = False;
    return True;
}

/* --- The system's ------------------------------------------------------------------------- */

uint64_t msim_memory_available(void)
{
    static const HChar key[] = "MemAvailable:";
    HChar text[2048];
    Int fd = VG_(fd_open)("/proc/meminfo", VKI_O_RDONLY, 0);
    if (fd < 0)
        return 0;
    Int got = VG_(read)(fd, text, sizeof text - 1);
    VG_(close)(fd);
    text[got > 0 ? got : 0] = 0;
    const HChar *line = VG_(strstr)(text, key);
    return line ? (uint64_t)VG_(strtoll10)(line + sizeof key - 1, NULL) * 1024 : 0;
}
