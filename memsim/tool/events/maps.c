/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of maps.h. */
#include "maps.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "areas.h"
#include "stackmemo.h"
#include "threads.h"
#include "tool/base/platform.h"
#include "tool/code/site.h"
#include "tool/inputs/inputs.h"
#include "tool/record/onoff.h"
#include "tool/record/recorder.h"

enum { PLACES = 64, STRING_MOST = 1 << 20, DISCARDS = 4, REMOVES = 9 };

struct place {
    Addr instr;
    uint32_t site;
};

static struct {
    struct msim_dict *dict;
    struct msim_needs needs;
    Bool started;
    uint32_t map_flags; /* of the current mmap */
    struct vki_timespec start;
    struct place place[PLACES]; /* instructions that call the kernel */
} maps;

static void record(enum msim_event event, const uint64_t *words, uint32_t count)
{
    msim_recorder_event(NULL, event, words, count);
}

/* --- Time --------------------------------------------------------------------------------- */

static void record_time(void)
{
    struct vki_timespec now;
    VG_(clock_gettime)(&now, VKI_CLOCK_MONOTONIC);
    uint64_t us = (uint64_t)((now.tv_sec - maps.start.tv_sec) * 1000000 +
                             (now.tv_nsec - maps.start.tv_nsec) / 1000);
    record(MSIM_EVENT_TIME, &us, MSIM_TIME_WORDS);
}

/* --- Mappings ----------------------------------------------------------------------------- */

static uint32_t rights(Bool r, Bool w, Bool x)
{
    return (r ? MSIM_MAP_READ : 0) | (w ? MSIM_MAP_WRITE : 0) | (x ? MSIM_MAP_EXEC : 0);
}

static void record_map(Addr start, Addr end, ULong offset, const HChar *name, uint32_t flags)
{
    uint64_t string = msim_dict_string(maps.dict, name ? name : "");
    uint64_t words[MSIM_MAP_WORDS] = {start, end, offset, string << 32 | flags};
    if (start < end)
        record(MSIM_EVENT_MAP, words, MSIM_MAP_WORDS);
}

/* The library that Valgrind makes programs preload has a name of this form in any version. */
static Bool is_preloaded(const HChar *name)
{
    static const HChar start[] = "vgpreload_";
    const HChar *slash = VG_(strrchr)(name, '/');
    return !VG_(strncmp)(slash ? slash + 1 : name, start, sizeof start - 1);
}

/* Records what Valgrind knows of the pages from `at` up to `end`, segment by segment. */
static void record_segments(Addr at, Addr end, uint32_t flags)
{
    while (at < end) {
        const NSegment *segment = VG_(am_find_nsegment)(at);
        if (!segment || segment->end < at)
            return;
        Addr stop = segment->end < end - 1 ? segment->end + 1 : end;
        Bool is_file = segment->kind == SkFileC;
        const HChar *name = is_file ? VG_(am_get_filename)(segment) : NULL;
        if (segment->kind & (SkFileC | SkAnonC | SkShmC))
            record_map(at, stop, is_file ? (ULong)segment->offset + (at - segment->start) : 0, name,
                       flags | rights(segment->hasR, segment->hasW, segment->hasX) |
                           (segment->kind == SkShmC ? MSIM_MAP_SHARED : 0) |
                           (name && is_preloaded(name) ? MSIM_MAP_TOOL : 0));
        at = stop;
    }
}

static void record_unmap(Addr start, Addr end, uint64_t stays)
{
    uint64_t words[MSIM_UNMAP_WORDS] = {start, end, stays};
    if (maps.needs.mappings && start < end)
        record(MSIM_EVENT_UNMAP, words, MSIM_UNMAP_WORDS);
}

static void is_mapped(Addr at, SizeT bytes, Bool r, Bool w, Bool x, ULong debug_info)
{
    (void)r, (void)w, (void)x, (void)debug_info;
    Addr end = VG_PGROUNDUP(at + bytes);
    msim_areas_mapped(at, end);
    if (maps.needs.mappings)
        record_segments(VG_PGROUNDDN(at), end, maps.map_flags);
}

static void is_unmapped(Addr at, SizeT bytes)
{
    msim_stackmemo_forget();
    msim_areas_unmapped(at, at + bytes);
    record_unmap(VG_PGROUNDDN(at), VG_PGROUNDUP(at + bytes), 0);
}

/* The page that contains the old break is already mapped. */
static void break_grows(Addr at, SizeT bytes, ThreadId tid)
{
    (void)tid;
    msim_areas_mapped(VG_PGROUNDUP(at), at + bytes);
    if (maps.needs.mappings)
        record_map(VG_PGROUNDUP(at), VG_PGROUNDUP(at + bytes), 0, NULL,
                   MSIM_MAP_HEAP | MSIM_MAP_READ | MSIM_MAP_WRITE);
}

static void break_shrinks(Addr at, SizeT bytes)
{
    msim_stackmemo_forget();
    msim_areas_unmapped(VG_PGROUNDUP(at), at + bytes);
    record_unmap(VG_PGROUNDUP(at), VG_PGROUNDUP(at + bytes), 0);
}

static void is_moved(Addr from, Addr to, SizeT bytes)
{
    uint64_t words[MSIM_MOVE_WORDS] = {from, to, VG_PGROUNDUP(bytes)};
    msim_stackmemo_forget();
    msim_areas_unmapped(from, from + bytes);
    msim_areas_mapped(to, to + bytes);
    if (maps.needs.mappings)
        record(MSIM_EVENT_MOVE, words, MSIM_MOVE_WORDS);
}

static void is_protected(Addr at, SizeT bytes, Bool r, Bool w, Bool x)
{
    uint64_t words[MSIM_PROTECT_WORDS] = {VG_PGROUNDDN(at), VG_PGROUNDUP(at + bytes),
                                          rights(r, w, x)};
    if (!r)
        msim_stackmemo_forget();
    if (maps.needs.mappings)
        record(MSIM_EVENT_PROTECT, words, MSIM_PROTECT_WORDS);
}

/* --- The kernel --------------------------------------------------------------------------- */

static uint32_t site_of(Addr instr)
{
    struct place *place = &maps.place[instr % PLACES];
    const struct msim_needs lines = {.flow = maps.needs.flow};
    if (place->instr != instr) {
        place->site = msim_site_of(maps.dict, instr, &lines);
        place->instr = instr;
    }
    return place->site;
}

static void record_kernel_event(const uint64_t *words)
{
    uint64_t site = site_of(words[3]);
    uint64_t all[MSIM_KERNEL_WORDS] = {words[0], words[1], site << 32 | words[2], words[3]};
    record(MSIM_EVENT_KERNEL, all, MSIM_KERNEL_WORDS);
}

/* Kernel events of threads that are back from the kernel, but are not chosen to run yet
 * (tool/schedule/).  They are recorded when the thread runs, because the time of its return depends
 * on the machine. */
struct held_event {
    ThreadId tid;
    uint64_t words[MSIM_KERNEL_WORDS];
};

static struct {
    struct held_event *event;
    UInt used, room;
} held;

static void hold(ThreadId tid, const uint64_t words[MSIM_KERNEL_WORDS])
{
    if (held.used == held.room) {
        held.room = held.room ? 2 * held.room : 16;
        held.event = VG_(realloc)("msim.held", held.event, held.room * sizeof *held.event);
    }
    struct held_event *event = &held.event[held.used++];
    event->tid = tid;
    VG_(memcpy)(event->words, words, sizeof event->words);
}

void msim_maps_run(ThreadId tid)
{
    UInt kept = 0;
    for (UInt i = 0; i < held.used; i++)
        if (held.event[i].tid == tid)
            record_kernel_event(held.event[i].words);
        else
            held.event[kept++] = held.event[i];
    held.used = kept;
}

/* A forked child has only this thread. */
static void hold_only_of(ThreadId tid)
{
    UInt kept = 0;
    for (UInt i = 0; i < held.used; i++)
        if (held.event[i].tid == tid)
            held.event[kept++] = held.event[i];
    held.used = kept;
}

static void record_kernel(CorePart part, ThreadId tid, Addr at, SizeT bytes, uint64_t how)
{
    if (!bytes || !msim_onoff_records() ||
        (part != Vg_CoreSysCall && part != Vg_CoreSysCallArgInMem && part != Vg_CoreSignal))
        return;
    Addr instr = VG_(get_IP)(tid) - (part == Vg_CoreSignal ? 0 : MSIM_SYSCALL_BYTES);
    uint64_t words[MSIM_KERNEL_WORDS] = {at, bytes, how, instr};
    if (msim_threads_in_kernel(tid))
        record_kernel_event(words);
    else
        hold(tid, words);
}

static void kernel_reads(CorePart part, ThreadId tid, const HChar *what, Addr at, SizeT bytes)
{
    (void)what;
    record_kernel(part, tid, at, bytes, 0);
}

/* Proceeds page by page, because the mapping may end where the string does. */
static void kernel_reads_string(CorePart part, ThreadId tid, const HChar *what, Addr at)
{
    Addr end = at;
    (void)what;
    while (end - at < STRING_MOST) {
        Addr next = VG_PGROUNDDN(end) + VKI_PAGE_SIZE;
        if (!VG_(am_is_valid_for_client)(end, 1, VKI_PROT_READ))
            break;
        while (end < next && *(const HChar *)end)
            end++;
        if (end < next) {
            end++;
            break;
        }
    }
    record_kernel(part, tid, at, end - at, 0);
}

static void kernel_wrote(CorePart part, ThreadId tid, Addr at, SizeT bytes)
{
    msim_inputs_wrote(part, tid, at, bytes);
    record_kernel(part, tid, at, bytes, MSIM_KERNEL_WRITE);
}

static Bool succeeded(UInt syscall, SysRes result)
{
    return syscall == __NR_madvise && !sr_isError(result);
}

void msim_maps_before_syscall(UInt syscall, const UWord *args, UInt used)
{
    maps.map_flags = 0;
    if (syscall != __NR_mmap || used < 4)
        return;
    if (args[3] & VKI_MAP_SHARED)
        maps.map_flags |= MSIM_MAP_SHARED;
    if (args[3] & 0x8000 /* MAP_POPULATE */)
        maps.map_flags |= MSIM_MAP_POPULATE;
}

void msim_maps_after_syscall(UInt syscall, const UWord *args, UInt used, SysRes result)
{
    maps.map_flags = 0;
    if (maps.needs.mappings && used >= 3 && succeeded(syscall, result) &&
        (args[2] == DISCARDS || args[2] == REMOVES))
        record_unmap(args[0], VG_PGROUNDUP(args[0] + args[1]), 1);
    if (maps.needs.microseconds)
        record_time();
}

void msim_maps_in_child(ThreadId tid)
{
    hold_only_of(tid);
}

void msim_maps_fork(void)
{
    uint64_t nothing = 0;
    if (maps.needs.kernel)
        record(MSIM_EVENT_FORK, &nothing, MSIM_FORK_WORDS);
}

/* --- Start -------------------------------------------------------------------------------- */

static void record_start(Addr start, Addr end)
{
    uint64_t words[MSIM_KERNEL_WORDS] = {start, end - start, MSIM_KERNEL_WRITE | MSIM_KERNEL_START,
                                         0};
    record(MSIM_EVENT_KERNEL, words, MSIM_KERNEL_WORDS);
}

/* Records the stack with the memory reserved below it, into which it may grow. */
static void record_stack(Addr sp)
{
    const NSegment *stack = VG_(am_find_nsegment)(sp);
    if (!stack || stack->kind != SkAnonC)
        return;
    Addr start = stack->start, end = stack->end + 1;
    const NSegment *below = VG_(am_find_nsegment)(start - 1);
    if (below && below->kind == SkResvn && below->smode == SmUpper)
        start = below->start;
    record_map(start, end, 0, NULL, MSIM_MAP_STACK | MSIM_MAP_READ | MSIM_MAP_WRITE);
    if (maps.needs.kernel && msim_onoff_records())
        record_start(sp, end);
}

/* The kernel clears the rest of the page after the data of a file. */
static void record_cleared(void)
{
    Addr starts[64];
    Int found = VG_(am_get_segment_starts)(SkFileC, starts, 64);
    for (Int i = 0; i < found; i++) {
        const NSegment *segment = VG_(am_find_nsegment)(starts[i]);
        if (segment && segment->hasW)
            record_start(segment->end, segment->end + 1);
    }
}

void msim_maps_start(ThreadId tid)
{
    if (!maps.needs.mappings || maps.started)
        return;
    maps.started = True;
    record_stack(VG_(get_SP)(tid));
    if (maps.needs.kernel && msim_onoff_records())
        record_cleared();
}

void msim_maps_init(struct msim_dict *dict, const struct msim_needs *needs)
{
    maps.dict = dict;
    maps.needs = *needs;
    VG_(track_new_mem_startup)(is_mapped);
    VG_(track_new_mem_mmap)(is_mapped);
    VG_(track_new_mem_brk)(break_grows);
    VG_(track_copy_mem_remap)(is_moved);
    VG_(track_die_mem_munmap)(is_unmapped);
    VG_(track_die_mem_brk)(break_shrinks);
    VG_(track_change_mem_mprotect)(is_protected);
    if (needs->kernel) {
        VG_(track_pre_mem_read)(kernel_reads);
        VG_(track_pre_mem_read_asciiz)(kernel_reads_string);
        VG_(track_post_mem_write)(kernel_wrote);
    }
    if (!needs->microseconds)
        return;
    VG_(clock_gettime)(&maps.start, VKI_CLOCK_MONOTONIC);
    msim_recorder_when_flushed(record_time);
}
