/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The Valgrind tool: start, end, fork and exec.
 *
 * Reading order: this file, then record/recorder.h (where the stream goes), record/builder.h (how
 * it is recorded), stream/dict.h (what describes it), and engine/caches/sim.h (what reads it).
 */
#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

#include "engine/base/sums.h"
#include "instrument.h"
#include "tool/base/installation.h"
#include "tool/base/memory.h"
#include "tool/base/options.h"
#include "tool/base/outfile.h"
#include "tool/events/alloc.h"
#include "tool/events/areas.h"
#include "tool/events/maps.h"
#include "tool/events/requests.h"
#include "tool/events/stacks.h"
#include "tool/given/given.h"
#include "tool/record/clock.h"
#include "tool/record/recorder.h"
#include "tracefile.h"

static struct {
    struct msim_session session;
    HChar *command;
    Bool recorder;                         /* is anything recorded? */
    HChar *at_exec[MSIM_FILES_MAX];        /* names of the files written before an exec */
    struct msim_sums sums[MSIM_FILES_MAX]; /* of the files as last written */
} tool;

/* --- Results ------------------------------------------------------------------------------ */

/* The guest's command line, with its words separated by blanks. */
static HChar *command_line(void)
{
    SizeT room = VG_(strlen)(VG_(args_the_exename)) + 1;
    for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++)
        room += VG_(strlen)(*(HChar **)VG_(indexXA)(VG_(args_for_client), i)) + 1;
    HChar *line = VG_(malloc)("msim.command", room);
    VG_(strcpy)(line, VG_(args_the_exename));
    for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
        VG_(strcat)(line, " ");
        VG_(strcat)(line, *(HChar **)VG_(indexXA)(VG_(args_for_client), i));
    }
    return line;
}

/* True if this created a file; what exists and is not a regular file is only written to. */
static Bool write_file(UInt which, const HChar *name)
{
    struct msim_outfile file;
    Bool opened = msim_outfile_open(&file, name);
    struct msim_sink sink = msim_sums_start(&tool.sums[which], opened ? &file.sink : NULL);
    if (opened || msim_tracefile_is_on())
        msim_study_write(&tool.session.study.file[which], tool.command, &sink);
    Bool made = opened && file.partial != NULL;
    return opened && msim_outfile_close(&file) && made;
}

static HChar *expanded_name(UInt which)
{
    const struct msim_study_file *file = &tool.session.study.file[which];
    return VG_(expand_file_name)(file->option, file->name);
}

static void print_line(void *self, const char *text)
{
    (void)self;
    VG_(umsg)("%s\n", text);
}

static void print_summary(void)
{
    struct msim_lines lines = {print_line, NULL};
    if (VG_(clo_verbosity) > 0)
        msim_study_summary(&tool.session.study, &lines);
}

/* Brings the results up to date with everything recorded so far. */
static void settle(void)
{
    if (tool.recorder) {
        msim_areas_event(NULL);
        msim_clock_event(NULL);
    }
    msim_recorder_flush();
    msim_study_settle(&tool.session.study);
}

/* The trace ends with the lengths and checksums of the other files. */
static void finish_trace(HChar *(*rename)(HChar *name))
{
    const struct msim_study *study = &tool.session.study;
    HChar lines[MSIM_FILES_MAX * 128 + 1];
    SizeT used = 0;
    lines[0] = 0;
    for (UInt which = 0; which < study->files; which++)
        used += VG_(snprintf)(lines + used, sizeof lines - used, "file: %s %llu %08x\n",
                              study->file[which].option, (ULong)tool.sums[which].bytes,
                              tool.sums[which].crc);
    msim_tracefile_finish(lines, rename);
}

static void fini(Int exit_code)
{
    (void)exit_code;
    settle();
    for (UInt which = 0; which < tool.session.study.files; which++) {
        HChar *name = expanded_name(which);
        write_file(which, name);
        VG_(free)(name);
    }
    finish_trace(NULL);
    print_summary();
    msim_given_print();
}

/* --- Fork and exec ------------------------------------------------------------------------ */

static void before_fork(ThreadId tid)
{
    (void)tid;
    msim_maps_fork();
    settle();
}

static void in_child(ThreadId tid)
{
    (void)tid;
    msim_study_clear(&tool.session.study);
    msim_tracefile_in_child();
}

/* Does Valgrind trace programs started by exec? */
static Bool traces_children(void)
{
    Bool traces = False;
    for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
        const HChar *argument = *(HChar **)VG_(indexXA)(VG_(args_for_valgrind), i);
        if (VG_STREQ(argument, "--trace-children=yes"))
            traces = True;
        else if (VG_STREQ(argument, "--trace-children=no"))
            traces = False;
    }
    return traces;
}

/* The name of a file for what ran before an exec.  If the new program is traced, it has the same
 * pid and writes its own file, so this one gets another name: .exec1, or the next free number. */
static HChar *name_at_exec(HChar *name)
{
    if (!traces_children())
        return name;
    SizeT room = VG_(strlen)(name) + 32;
    HChar *numbered = VG_(malloc)("msim.exec", room);
    struct vg_stat stat;
    UInt number = 1;
    do
        VG_(snprintf)(numbered, room, "%s.exec%u", name, number++);
    while (!sr_isError(VG_(stat)(numbered, &stat)));
    VG_(free)(name);
    return numbered;
}

static Bool is_exec(UInt syscall)
{
    return syscall == __NR_execve || syscall == __NR_execveat;
}

/* A successful exec does not return to the tool, so the files are written before. */
static void before_syscall(ThreadId tid, UInt syscall, UWord *args, UInt used)
{
    (void)tid;
    msim_maps_before_syscall(syscall, args, used);
    if (!is_exec(syscall))
        return;
    settle();
    for (UInt which = 0; which < tool.session.study.files; which++) {
        HChar *name = name_at_exec(expanded_name(which));
        if (write_file(which, name))
            tool.at_exec[which] = name;
        else
            VG_(free)(name);
    }
    finish_trace(name_at_exec);
}

/* If the exec failed, the process goes on and writes its files at its end. */
static void after_syscall(ThreadId tid, UInt syscall, UWord *args, UInt used, SysRes result)
{
    (void)tid;
    msim_maps_after_syscall(syscall, args, used, result);
    msim_given_result(syscall, result);
    if (!is_exec(syscall))
        return;
    for (UInt which = 0; which < tool.session.study.files; which++) {
        if (tool.at_exec[which])
            VG_(unlink)(tool.at_exec[which]);
        VG_(free)(tool.at_exec[which]);
        tool.at_exec[which] = NULL;
    }
    msim_tracefile_resume();
}

/* --- Start -------------------------------------------------------------------------------- */

static void consume(const uint64_t *words, const uint64_t *end)
{
    msim_tracefile_chunk(words, end);
    if (!tool.session.counting || !tool.session.recording)
        msim_study_run(&tool.session.study, words, end);
}

static void start_client_code(ThreadId tid, ULong blocks)
{
    (void)blocks;
    msim_maps_start(tid);
    msim_recorder_start(tid);
    msim_clock_start(tid);
    msim_alloc_start(tid);
}

static void stop_client_code(ThreadId tid, ULong blocks)
{
    (void)blocks;
    msim_recorder_stop(tid);
    msim_clock_stop(tid);
    msim_areas_event(NULL);
}

/* Called after the study and the trace are set up, as they determine the generated code.  Counting
 * in place is cheapest.  But a trace with events needs their positions in the stream; then the
 * study reads the stream, too.  A trace has mappings for a replay with --huge=heap. */
static void start_recording(void)
{
    struct msim_session *session = &tool.session;
    struct msim_needs *needs = &session->needs;
    Bool traces = msim_tracefile_is_on();
    *needs = session->study.needs;
    Bool heap = needs->allocations || needs->stacks || needs->mapped;
    Bool events = heap || needs->kernel;
    needs->mappings |= traces;
    session->counting = !needs->stream && !(traces && events);
    session->recording = !session->counting || traces;
    tool.recorder = session->recording || events;
    if (!tool.recorder)
        return;
    msim_recorder_init(consume);
    msim_clock_init(heap && !session->recording, needs->milliseconds);
    VG_(track_start_client_code)(start_client_code);
    VG_(track_stop_client_code)(stop_client_code);
    if (needs->mappings || heap)
        msim_maps_init(&session->dict, needs);
    if (heap) {
        msim_stacks_init(&session->dict, (Int)needs->calls);
        msim_alloc_init(needs);
        msim_areas_init(needs->stacks, needs->mapped);
    }
}

static void post_clo_init(void)
{
    struct msim_machine machine, base;
    struct msim_session *session = &tool.session;
    msim_installation_check();
    msim_options_simulated(&machine, &base);
    msim_options.has_stream = msim_options.trace_file != NULL;
    msim_dict_init(&session->dict, &msim_tool_mem);
    struct msim_refusal refusal;
    if (!msim_study_init(&session->study, &msim_tool_mem, &session->dict, &msim_options, &machine,
                         msim_memory_available(), &refusal))
        msim_options_refuse(refusal.option, refusal.reason);
    tool.command = command_line();
    msim_tracefile_start(&session->dict, tool.command, &base);
    msim_given_init();
    start_recording();
    for (UInt which = 0; which < session->study.files; which++)
        VG_(free)(expanded_name(which));
    VG_(atfork)(before_fork, NULL, in_child);
}

static IRSB *instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
                        const VexGuestExtents *extents, const VexArchInfo *host, IRType guest_word,
                        IRType host_word)
{
    (void)closure, (void)extents, (void)host, (void)guest_word, (void)host_word;
    msim_areas_code();
    return msim_instrument(&tool.session, in, layout);
}

static void pre_clo_init(void)
{
    msim_options_init(&msim_options, &msim_tool_mem);
    VG_(details_name)("memsim");
    VG_(details_version)(MEMSIM_VERSION);
    VG_(details_description)("what a program does to memory");
    VG_(details_copyright_author)("Copyright (C) 2026, and GNU GPL'd, by the memsim authors.");
    VG_(details_bug_reports_to)("the memsim authors");
    VG_(details_avg_translation_sizeB)(400);
    VG_(basic_tool_funcs)(post_clo_init, instrument, fini);
    VG_(needs_command_line_options)
    (msim_options_process, msim_options_usage, msim_options_debug_usage);
    VG_(needs_syscall_wrapper)(before_syscall, after_syscall);
    VG_(needs_client_requests)(msim_request);
    /* If translation followed branches, instructions would be executed and counted that the program
     * does not execute. */
    VG_(clo_vex_control).guest_chase = False;
}
VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
