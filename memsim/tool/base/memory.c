/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The memory of memory.h.  (Valgrind's core has the memcpy, memmove and memset to which gcc emits
 * calls.) */
#include "memory.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "pages.h"
#include "syscalls.h"

enum {
    PAGE = MSIM_PAGE,
    EXTENTS = 1024,
    LEAST = 4 * 1024 * 1024, /* bytes of an extent */
    ALONE = 1024 * 1024,     /* a piece of this size gets an extent of its own */
    MEMFD_CREATE = 319,
    PAGED_FROM = 32 * 1024 /* larger pieces begin with a page */
};

struct extent {
    Addr start;
    SizeT size, used;
    Bool shared;
    Off64T at;         /* offset in the file, if it is shared */
    uint64_t *touched; /* pages that were written while it was shared; NULL: unknown */
};

/* At the start of the first extent, as two processes may use it. */
struct memory {
    Addr next, end; /* the free rest of the extent that is being filled */
    UInt filling;
    UInt extents;
    SizeT total;
    Bool shared;
    struct extent extent[EXTENTS];
};

static struct memory *memory;

/* Memory that is freed together, with what follows in it. */
struct borrowed {
    struct borrowed *before;
    SizeT size;
};

/* The state of this process. */
static struct {
    Bool borrows;
    struct borrowed *borrowed;
    Addr next, end; /* the free rest of the last one */
    Int fd;         /* of the file of shared memory; -1: none */
    void (*failure)(void);
} own = {.fd = -1};

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
    if (own.failure)
        own.failure();
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

static void borrow_more(SizeT bytes)
{
    SizeT size = rounded_up(bytes < LEAST ? LEAST : bytes, PAGE);
    struct borrowed *more = MAPPED(VG_(am_shadow_alloc)(size));
    if (!more)
        out_of_memory(bytes);
    *more = (struct borrowed){own.borrowed, size};
    own.borrowed = more;
    own.next = (Addr)(more + 1);
    own.end = (Addr)more + size;
}

static void *get_borrowed(SizeT bytes, SizeT align)
{
    if (!own.borrowed || rounded_up(own.next, align) + bytes > own.end)
        borrow_more(sizeof *own.borrowed + align + bytes);
    Addr got = rounded_up(own.next, align);
    own.next = got + bytes;
    return (void *)got;
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
    if (own.borrows)
        return get_borrowed(bytes, align);
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

SizeT msim_memory_total(void)
{
    return memory ? memory->total : 0;
}

const struct msim_mem msim_tool_mem = {get, NULL};

void msim_memory_borrow(void)
{
    own.borrows = True;
}

void msim_memory_give_back(void)
{
    own.borrows = False;
    for (struct borrowed *last; (last = own.borrowed) != NULL;) {
        own.borrowed = last->before;
        VG_(am_munmap_valgrind)((Addr)last, last->size);
    }
}

/* --- Sharing ------------------------------------------------------------------------------ */

/* Maps the pages of a file in memory, because the system reports which of these were written.
 * Without a file if a limit on the size of files would apply to it. */
static Int make_file(SizeT size)
{
    enum { LIMIT_FILE = 1, CLOSE_ON_EXEC = 1 };
    static const HChar name[] = "memsim";
    const UWord args[] = {(UWord)name, CLOSE_ON_EXEC};
    struct vki_rlimit limit;
    if (VG_(getrlimit)(LIMIT_FILE, &limit) != 0 || limit.rlim_cur != ~(UWord)0)
        return -1;
    Int fd = (Int)msim_call(MEMFD_CREATE, args, 2);
    if (fd >= 0 && msim_truncate(fd, (Off64T)size) == 0)
        return fd;
    if (fd >= 0)
        VG_(close)(fd);
    return -1;
}

void msim_memory_close_file(void)
{
    if (own.fd >= 0)
        VG_(close)(own.fd);
    own.fd = -1;
}

static struct msim_memory_file file_of(Int fd)
{
    struct vg_stat stat;
    if (fd < 0 || VG_(fstat)(fd, &stat) != 0)
        return (struct msim_memory_file){-1, 0, 0};
    return (struct msim_memory_file){fd, stat.dev, stat.ino};
}

struct msim_memory_file msim_memory_keep_file(void)
{
    if (own.fd >= 0)
        own.fd = msim_hide(own.fd);
    return file_of(own.fd);
}

static Addr map(Addr start, const struct extent *extent, Bool shared)
{
    if (shared && own.fd >= 0)
        return msim_map_file(start, extent->size, own.fd, extent->at);
    return msim_map(start, extent->size, shared);
}

static SizeT pages(SizeT bytes)
{
    return rounded_up(bytes, PAGE) / PAGE;
}

/* Copies what was written of an extent. */
static void copy(Addr to, const struct extent *extent)
{
    SizeT used = pages(extent->used);
    if (extent->shared) {
        msim_pages_copy(extent->touched, to, extent->start, used);
        return;
    }
    uint64_t *set = VG_(calloc)("msim.memory", 1, msim_pages_bytes(used));
    msim_pages_of_memory(set, extent->start, used);
    msim_pages_copy(set, to, extent->start, used);
    VG_(free)(set);
}

/* Puts other pages under the same addresses, with the same contents. */
static Bool replace_pages(struct extent *extent, Bool shared)
{
    Addr copied = map(0, extent, shared);
    if (!copied)
        return False;
    copy(copied, extent);
    if (!msim_move_mapping(copied, extent->size, extent->start)) {
        msim_unmap(copied, extent->size);
        return False;
    }
    extent->shared = shared;
    extent->touched = NULL;
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

/* Makes the extent to fill while memory is shared.  Its pages cost nothing until used. */
static Bool add_room(SizeT size)
{
    Off64T at = (Off64T)memory->total;
    struct extent *room = memory->extents == EXTENTS ? NULL : add_extent(size);
    if (!room)
        return False;
    room->at = at;
    if (!map(room->start, room, True))
        return False;
    room->shared = True;
    fill(memory->extents - 1);
    return True;
}

void msim_memory_forget_touched(void)
{
    for (UInt i = 0; i < memory->extents; i++)
        memory->extent[i].touched = NULL;
}

Bool msim_memory_share(SizeT room)
{
    if (memory->shared)
        return True;
    Off64T at = 0;
    for (UInt i = 0; i < memory->extents; i++) {
        memory->extent[i].at = at;
        at += (Off64T)memory->extent[i].size;
    }
    room = rounded_up(room, PAGE);
    own.fd = make_file((SizeT)at + room);
    if (!replace_all(True) || !add_room(room)) {
        replace_all(False);
        msim_memory_close_file();
        return False;
    }
    memory->shared = True;
    return True;
}

/* The sets are in memory that is shared, too: their own pages must be among those found. */
void msim_memory_note_touched(void)
{
    struct extent *room = &memory->extent[memory->filling];
    if (own.fd < 0)
        return;
    for (UInt i = 0; i < memory->extents; i++) {
        SizeT most =
            pages(i == memory->filling ? 2 * (memory->next - room->start) : memory->extent[i].size);
        memory->extent[i].touched = get_shared(msim_pages_bytes(most) + PAGE, 64);
    }
    room->used = memory->next - room->start;
    for (UInt i = 0; i < memory->extents; i++) {
        struct extent *extent = &memory->extent[i];
        msim_pages_of_file(extent->touched, own.fd, (SizeT)extent->at / PAGE, pages(extent->used));
    }
}

/* The rest of the room would count against a limit of the guest. */
static void drop_rest(struct extent *room)
{
    SizeT used = rounded_up(room->used, PAGE);
    if (used < room->size)
        VG_(am_munmap_valgrind)(room->start + used, room->size - used);
    memory->total -= room->size - used;
    room->size = used;
    memory->end = room->start + used;
}

/* The first extent has the records of all extents, which another process may still read, so changes
 * are made in a copy. */
Bool msim_memory_make_private(void)
{
    if (!memory->shared)
        return True;
    struct extent *room = &memory->extent[memory->filling];
    room->used = memory->next - room->start;
    if (!replace_pages(&memory->extent[0], False))
        return False;
    drop_rest(room);
    if (!replace_all(False))
        return False;
    memory->shared = False;
    return True;
}

/* Maps pages of the file privately: only this process sees its changes. */
static Bool map_own(const struct extent *extent, Int fd)
{
    const UWord args[] = {extent->start,
                          extent->size,
                          VKI_PROT_READ | VKI_PROT_WRITE,
                          VKI_MAP_PRIVATE | VKI_MAP_FIXED | VKI_MAP_NORESERVE,
                          (UWord)fd,
                          (UWord)extent->at};
    return msim_call(__NR_mmap, args, 6) == (Word)extent->start;
}

/* If /proc belongs to another PID namespace, the process of that number is another one. */
static Int open_file_of(Int other, const struct msim_memory_file *file)
{
    HChar path[64];
    VG_(snprintf)(path, sizeof path, "/proc/%d/fd/%d", other, file->fd);
    Int fd = file->fd < 0 ? -1 : VG_(fd_open)(path, VKI_O_RDWR, 0);
    struct msim_memory_file found = file_of(fd);
    if (found.fd >= 0 && found.device == file->device && found.inode == file->inode)
        return fd;
    if (fd >= 0)
        VG_(close)(fd);
    return -1;
}

Bool msim_memory_diverge(Int other, const struct msim_memory_file *file)
{
    Int fd = memory->shared ? open_file_of(other, file) : -1;
    Bool all = fd >= 0;
    for (UInt i = 0; i < memory->extents && all; i++)
        all = !memory->extent[i].shared || map_own(&memory->extent[i], fd);
    if (fd >= 0)
        VG_(close)(fd);
    return all;
}

/* --- Between processes -------------------------------------------------------------------- */

void *msim_memory_shared(SizeT bytes)
{
    SizeT size = rounded_up(bytes, PAGE);
    Addr start = (Addr)MAPPED(VG_(am_shadow_alloc)(size));
    if (!start || !msim_map(start, size, True))
        out_of_memory(bytes);
    return (void *)start;
}

void msim_memory_shared_in_child(void *start, SizeT bytes)
{
    if (!msim_map((Addr)start, rounded_up(bytes, PAGE), True))
        out_of_memory(bytes);
}

void msim_memory_at_failure(void (*failure)(void))
{
    own.failure = failure;
}
