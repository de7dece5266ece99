/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of inputs.h. */
#include "inputs.h"

#include <stdint.h>

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "instrs.h"
#include "start.h"
#include "syscalls.h"
#include "tool/base/message.h"

/* Numbers of system calls from SYSCALLS on share the last row. */
enum { SYSCALLS = 512, SEGMENTS_MOST = 1024 };

/* FNV-1a, of 64 bits. */
#define HASH_START UINT64_C(0xcbf29ce484222325)
#define HASH_PRIME UINT64_C(0x100000001b3)

struct row {
    ULong times, bytes, hash;
};

static struct {
    Bool started;
    Addr sp;
    struct row arguments, environment, auxiliary, random, mapped, signals;
    struct row syscall[SYSCALLS + 1];
    struct row varying[MSIM_VARYING_MOST];
    struct row pending; /* what was written since the last result */
} inputs;

static void mix(struct row *row, const void *from, SizeT bytes)
{
    const UChar *byte = from;
    ULong hash = row->hash ? row->hash : HASH_START;
    for (SizeT i = 0; i < bytes; i++)
        hash = (hash ^ byte[i]) * HASH_PRIME;
    row->hash = hash;
}

/* Adds one more input: these bytes. */
static void take(struct row *row, const void *from, SizeT bytes)
{
    mix(row, from, bytes);
    row->bytes += bytes;
    row->times++;
}

/* --- The start ---------------------------------------------------------------------------- */

static void take_strings(struct row *row, HChar *const *string, UWord count)
{
    for (UWord i = 0; i < count; i++)
        take(row, string[i], VG_(strlen)(string[i]) + 1);
}

static void take_segment(const NSegment *segment)
{
    const HChar *name = VG_(am_get_filename)(segment);
    const UWord words[] = {segment->start, segment->end,  (UWord)segment->offset, segment->kind,
                           segment->hasR,  segment->hasW, segment->hasX};
    struct row *row = &inputs.mapped;
    mix(row, words, sizeof words);
    if (name)
        mix(row, name, VG_(strlen)(name) + 1);
    row->bytes += segment->end - segment->start + 1;
    row->times++;
}

static void take_segments(void)
{
    static Addr starts[SEGMENTS_MOST];
    Int found = VG_(am_get_segment_starts)(SkFileC | SkAnonC | SkShmC, starts, SEGMENTS_MOST);
    for (Int i = 0; i < found; i++)
        take_segment(VG_(am_find_nsegment)(starts[i]));
}

/* Valgrind withdraws the kernel's vdso by another type, but leaves its address, which is random. */
static void take_entry(const UWord entry[2])
{
    const UWord words[] = {entry[0], entry[0] == MSIM_AT_IGNORE ? 0 : entry[1]};
    take(&inputs.auxiliary, words, sizeof words);
}

static void take_start(const struct msim_start *start)
{
    inputs.sp = start->sp;
    take_strings(&inputs.arguments, start->argument, start->arguments);
    take_strings(&inputs.environment, start->variable, start->variables);
    for (UWord i = 0; i < start->entries; i++)
        take_entry(&start->entry[2 * i]);
    if (start->random)
        take(&inputs.random, start->random, MSIM_RANDOM_BYTES);
    take_segments();
}

static void thread_starts(ThreadId tid)
{
    if (inputs.started)
        return;
    inputs.started = True;
    struct msim_start start = msim_start_find(VG_(get_SP)(tid));
    msim_start_settle(&start);
    if (VG_(clo_stats))
        take_start(&start);
}

/* --- The kernel --------------------------------------------------------------------------- */

void msim_inputs_wrote(CorePart part, ThreadId tid, Addr at, SizeT bytes)
{
    (void)tid;
    if (!VG_(clo_stats) || !VG_(am_is_valid_for_client)(at, bytes, VKI_PROT_READ))
        return;
    if (part == Vg_CoreSysCall)
        take(&inputs.pending, (const void *)at, bytes);
    else if (part == Vg_CoreSignal)
        take(&inputs.signals, (const void *)at, bytes);
}

/* What was written since the last result is this call's, as Valgrind runs one thread at a time. */
void msim_inputs_result(UInt syscall, SysRes result)
{
    if (!VG_(clo_stats))
        return;
    struct row *row = &inputs.syscall[syscall < SYSCALLS ? syscall : SYSCALLS];
    UWord words[] = {sr_isError(result), sr_isError(result) ? sr_Err(result) : sr_Res(result),
                     inputs.pending.bytes, inputs.pending.hash};
    mix(row, words, sizeof words);
    row->bytes += inputs.pending.bytes;
    row->times++;
    inputs.pending = (struct row){0, 0, 0};
}

/* --- Instructions ------------------------------------------------------------------------- */

static VG_REGPARM(2) void note(UWord number, UWord value)
{
    take(&inputs.varying[number], &value, sizeof value);
}

void msim_inputs_emit(IRSB *out, const IRDirty *dirty)
{
    UInt number = VG_(clo_stats) ? msim_varying_number(dirty) : MSIM_VARYING_MOST;
    if (number == MSIM_VARYING_MOST)
        return;
    IRTemp value = dirty->tmp;
    if (value == IRTemp_INVALID) {
        value = newIRTemp(out->tyenv, Ity_I64);
        addStmtToIRSB(out, IRStmt_WrTmp(value, IRExpr_Get(msim_varying_register(), Ity_I64)));
    }
    IRExpr **arguments = mkIRExprVec_2(mkIRExpr_HWord(number), IRExpr_RdTmp(value));
    IRDirty *call = unsafeIRDirty_0_N(2, "msim_inputs", VG_(fnptr_to_fnentry)(note), arguments);
    addStmtToIRSB(out, IRStmt_Dirty(call));
}

/* --- The table ---------------------------------------------------------------------------- */

static void print_row(const HChar *name, const struct row *row)
{
    if (row->times)
        msim_say("  %-24s %12llu %14llu  %016llx\n", name, row->times, row->bytes, row->hash);
}

void msim_inputs_print(void)
{
    if (!VG_(clo_stats))
        return;
    msim_say("What the program was given, to compare with another run:\n");
    msim_say("  %-24s %12s %14s  %s\n", "", "number", "bytes", "hash");
    print_row("arguments", &inputs.arguments);
    print_row("environment", &inputs.environment);
    print_row("auxiliary vector", &inputs.auxiliary);
    print_row("AT_RANDOM", &inputs.random);
    msim_say("  %-24s %12s %14s  %016lx\n", "stack pointer", "", "", inputs.sp);
    print_row("mapped at the start", &inputs.mapped);
    for (UInt number = 0; number <= SYSCALLS; number++) {
        HChar name[32];
        msim_syscall_name(number, name, sizeof name);
        print_row(number < SYSCALLS ? name : "other system calls", &inputs.syscall[number]);
    }
    print_row("signals", &inputs.signals);
    for (UInt number = 0; number < MSIM_VARYING_MOST; number++)
        print_row(msim_varying_name(number), &inputs.varying[number]);
}

void msim_inputs_init(void)
{
    VG_(track_pre_thread_first_insn)(thread_starts);
    if (VG_(clo_stats))
        VG_(track_post_mem_write)(msim_inputs_wrote);
}
