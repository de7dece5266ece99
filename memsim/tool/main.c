/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The Valgrind tool: start, end, fork and exec.
 *
 * Reading order: this file, then record/recorder.h (where the stream goes), record/builder.h (how
 * it is recorded), stream/dict.h (what describes it), and engine/caches/sim.h (what reads it).
 */
#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "commandline.h"
#include "ending.h"
#include "exec.h"
#include "facts.h"
#include "instrument.h"
#include "privileges.h"
#include "refused.h"
#include "results.h"
#include "tool/base/installation.h"
#include "tool/base/limit.h"
#include "tool/base/memory.h"
#include "tool/base/message.h"
#include "tool/base/options.h"
#include "tool/events/alloc.h"
#include "tool/events/areas.h"
#include "tool/events/maps.h"
#include "tool/events/requests.h"
#include "tool/events/stacks.h"
#include "tool/events/threads.h"
#include "tool/files/filename.h"
#include "tool/files/interrupt.h"
#include "tool/files/outfile.h"
#include "tool/inputs/inputs.h"
#include "tool/outside/checkpoint.h"
#include "tool/outside/now.h"
#include "tool/outside/outside.h"
#include "tool/outside/shortage.h"
#include "tool/parts/harness.h"
#include "tool/parts/parts.h"
#include "tool/parts/regions.h"
#include "tool/record/clock.h"
#include "tool/record/recorder.h"
#include "tool/schedule/schedule.h"
#include "tool/tasks/tasks.h"
#include "tracefile.h"

static struct {
    struct msim_session *session; /* in memory that another process may use (outside/) */
    struct msim_about about;
    Bool recorder;            /* something is recorded */
    Bool running;             /* the thread that has Valgrind's lock runs guest code */
    const uint64_t *slice;    /* where the records of its slice begin */
    Bool prepared;            /* the study is made */
    struct msim_machine base; /* the machine that options modify */
    Bool refused;             /* the core is going to end the program */
    Bool lost;                /* this process gave up privileges */
} tool;

/* --- Results ------------------------------------------------------------------------------ */

static void print_line(void *self, const char *text)
{
    (void)self;
    msim_say("%s\n", text);
}

static void print_summary(void)
{
    struct msim_lines lines = {print_line, NULL};
    if (VG_(clo_verbosity) == 0)
        return;
    if (tool.about.incomplete)
        msim_say("%s\n", tool.about.incomplete);
    msim_study_summary(&tool.session->study, &lines, VG_(clo_stats));
}

static void bring_up_to_date(Bool goes_on)
{
    msim_session_show(tool.session);
    if (goes_on)
        msim_study_pause(&tool.session->study);
    else
        msim_study_settle(&tool.session->study);
}

/* Hands over everything recorded so far. */
static void flush(void)
{
    if (tool.recorder) {
        msim_areas_event(NULL);
        msim_clock_event(NULL);
    }
    msim_recorder_flush();
}

/* Brings the results up to date with everything recorded so far, in this process. */
static void settle(Bool goes_on)
{
    flush();
    msim_outside_return();
    if (!msim_outside_is_lost())
        bring_up_to_date(goes_on);
}

/* The trace ends with the lengths and checksums of the other files. */
static void finish_trace(HChar *(*rename)(HChar *name))
{
    HChar lines[MSIM_FILES_MAX * 128 + sizeof "killed: 1\npid: 4294967295\n"];
    SizeT used = VG_(sprintf)(lines, "%spid: %u\n", tool.about.incomplete ? "killed: 1\n" : "",
                              tool.about.pid);
    msim_results_put_sums(lines + used, sizeof lines - used);
    msim_tracefile_finish(lines, rename);
}

/* By a second Ctrl-C, while results are made and written. */
static void interrupted(const HChar *partial)
{
    msim_outside_abandon();
    if (partial)
        msim_outfile_remove(partial);
    msim_results_say_missing(tool.recorder ? msim_checkpoint_age() : -1);
    msim_tracefile_interrupted();
}

static void begin_to_end(void)
{
    msim_results_name();
    msim_interrupt_on(interrupted);
}

static void write_results(void)
{
    Bool lost = msim_outside_is_lost();
    if (lost) {
        msim_tracefile_lost();
    } else {
        msim_results_at_end();
        finish_trace(NULL);
    }
    msim_outside_abandon();
    msim_interrupt_off();
    if (!lost)
        print_summary();
}

static void fini(Int exit_code)
{
    (void)exit_code;
    begin_to_end();
    msim_facts_end();
    flush();
    msim_outside_return_at_end();
    if (!msim_outside_is_lost())
        bring_up_to_date(False);
    write_results();
    msim_inputs_print();
    msim_outside_print(&tool.session->study);
}

/* --- Fork and exec ------------------------------------------------------------------------ */

static void before_fork(ThreadId tid)
{
    (void)tid;
    msim_maps_fork();
    msim_exec_before_fork();
    flush();
    msim_outside_before_fork();
    if (!msim_outside_is_lost())
        bring_up_to_date(True);
}

static void after_fork(ThreadId tid)
{
    (void)tid;
    msim_outside_after_fork();
}

static void in_child(ThreadId tid)
{
    msim_pid_init();
    tool.about.pid = (UInt)msim_pid();
    msim_outside_in_child();
    if (!msim_outside_is_lost())
        msim_study_clear(&tool.session->study);
    tool.lost = False;
    msim_exec_in_child();
    msim_results_in_child();
    msim_tracefile_in_child();
    msim_tasks_in_child(tid);
    msim_maps_in_child(tid);
}

/* The core is about to end the program. */
static void before_end(const HChar *reason)
{
    tool.refused = True;
    settle(False);
    msim_results_before_exec(False);
    finish_trace(NULL);
    msim_say("the program ends here, and results end with it: %s\n", reason);
    print_summary();
}

/* A successful exec does not return to the tool, so the files are written before. */
static void before_exec(UInt syscall, const UWord *args)
{
    Bool traced = msim_exec_begins(syscall, args);
    if (traced)
        msim_filename_before_exec();
    settle(False);
    if (traced && msim_checkpoint_forget())
        msim_results_remove_checkpoint();
    msim_results_before_exec(traced);
    finish_trace(traced ? msim_results_name_at_exec : NULL);
}

static void before_syscall(ThreadId tid, UInt syscall, UWord *args, UInt used)
{
    msim_ending_before_syscall(tid, syscall, args);
    msim_tasks_before_syscall(tid, syscall, args);
    msim_maps_before_syscall(syscall, args, used);
    msim_outside_before_syscall(syscall, args);
    const HChar *reason = msim_refused(syscall, args);
    if (reason) {
        before_end(reason);
    } else if (msim_exec_is(syscall)) {
        before_exec(syscall, args);
    } else if (!tool.lost && msim_takes_privileges(syscall, args)) {
        tool.lost = True;
        settle(True);
        msim_results_before_loss();
        msim_tracefile_before_loss();
    }
}

/* If the exec failed, or the core ran the call after all, the process goes on and writes its files
 * at its end. */
static void after_syscall(ThreadId tid, UInt syscall, UWord *args, UInt used, SysRes result)
{
    msim_maps_after_syscall(syscall, args, used, result);
    msim_tasks_after_syscall(tid, result);
    msim_inputs_result(syscall, result);
    if (msim_exec_is(syscall) || tool.refused) {
        tool.refused = False;
        msim_exec_failed();
        msim_results_after_exec();
        msim_tracefile_resume();
    }
    msim_outside_after_syscall(syscall, args);
}

/* --- Start -------------------------------------------------------------------------------- */

/* Runs in the process where the observers are. */
static void observe(const struct msim_slot *slot)
{
    struct msim_session *session = tool.session;
    msim_tracefile_chunk(slot->words, slot->end, &slot->counts);
    if (session->counting && session->recording)
        return;
    msim_dict_show(&session->seen, &slot->counts);
    msim_study_extend(&session->study);
    msim_study_run(&session->study, slot->words, slot->end);
}

/* The guest's process was killed, and this one goes on in its place. */
static void orphaned(void)
{
    tool.about.incomplete = MSIM_KILLED;
    begin_to_end();
    msim_tracefile_rewind();
    bring_up_to_date(False);
    write_results();
}

static void save_memory(void)
{
    msim_study_save_memory(&tool.session->study);
}

/* Writes the files with what was counted so far.  If the guest's code counts, the counts are up to
 * date. */
static Bool write_checkpoint(void)
{
    struct msim_session *session = tool.session;
    if (session->counting)
        return False;
    msim_study_refresh(&session->study);
    const char *incomplete = tool.about.incomplete;
    tool.about.incomplete = MSIM_CHECKPOINT;
    Bool written = msim_results_checkpoint();
    tool.about.incomplete = incomplete;
    return written;
}

/* If only the trace takes the stream, no observers take it. */
static struct msim_study *study_of_stream(void)
{
    struct msim_session *session = tool.session;
    return session->counting && session->recording ? NULL : &session->study;
}

static const struct msim_observers_calls calls = {observe, study_of_stream, save_memory,
                                                  write_checkpoint, orphaned};

static uint64_t *consume(uint64_t *end)
{
    struct msim_dict_counts counts = msim_dict_counts(&tool.session->dict);
    uint64_t *next = msim_outside_take(end, &counts);
    msim_tracefile_tell();
    return next;
}

/* A thread that is not chosen does not run. */
static void start_client_code(ThreadId tid, ULong blocks)
{
    (void)blocks;
    tool.running = msim_schedule_start(tid);
    if (!tool.running)
        return;
    msim_maps_start(tid);
    msim_threads_start(tid);
    msim_maps_run(tid);
    msim_recorder_start(tid);
    msim_clock_start(tid);
    msim_alloc_start(tid);
}

static void stop_client_code(ThreadId tid, ULong blocks)
{
    (void)blocks;
    if (!tool.running)
        return;
    msim_recorder_stop(tid);
    msim_schedule_stop(tid);
    msim_clock_stop(tid);
    msim_areas_event(NULL);
}

/* The records of the slice that ends, as far as they are in this chunk. */
static enum msim_repeats repeats(ThreadId tid, Bool *looks)
{
    const uint64_t *end, *words = msim_recorder_records(&end);
    if (tool.slice > words && tool.slice <= end)
        words = tool.slice;
    tool.slice = end;
    return msim_repeats(&tool.session->dict, words, end, VG_(get_SP)(tid), looks);
}

static void start_recorder(Bool heap)
{
    struct msim_session *session = tool.session;
    const struct msim_needs *needs = &session->needs;
    msim_outside_init(&calls);
    msim_recorder_init(msim_outside_chunk(), consume);
    if (session->recording)
        msim_outside_allow();
    msim_part_record_init(&session->dict);
    msim_clock_init(heap && !session->recording, needs->milliseconds);
    VG_(track_start_client_code)(start_client_code);
    VG_(track_stop_client_code)(stop_client_code);
    msim_schedule_init(repeats);
    msim_threads_init(needs);
    msim_regions_init(&session->dict, !session->study.sim);
    if (needs->mappings || heap)
        msim_maps_init(&session->dict, needs);
    if (heap) {
        msim_stacks_init(&session->dict, (Int)needs->calls, needs);
        msim_alloc_init(needs);
        msim_areas_init(needs->stacks, needs->mapped);
    }
}

/* Called after the study and the trace are set up, as they determine the generated code.  Counting
 * in place is cheapest.  But a trace with events needs their positions in the stream; then the
 * study reads the stream, too.  A trace has mappings for a replay with --huge=heap, and threads,
 * which cost next to nothing. */
static void start_recording(void)
{
    struct msim_session *session = tool.session;
    struct msim_needs *needs = &session->needs;
    Bool traces = msim_tracefile_is_on();
    *needs = session->study.needs;
    Bool heap = needs->allocations || needs->stacks || needs->mapped;
    Bool events = heap || needs->kernel;
    needs->mappings |= traces;
    needs->tasks |= traces;
    session->counting = !needs->stream && !(traces && events);
    session->recording = !session->counting || traces;
    session->study.now = VG_(clo_stats) ? msim_now : NULL;
    tool.recorder = session->recording || events;
    if (tool.recorder)
        start_recorder(heap);
    msim_harness_init();
}

/* Makes the study, once all of memsim's options are known. */
static void prepare(void)
{
    struct msim_machine machine;
    struct msim_session *session = msim_get(&msim_tool_mem, sizeof *session, 64);
    struct msim_refusal refusal;
    ULong left = msim_memory_left();
    tool.session = session;
    tool.prepared = True;
    VG_(free)(msim_out_dir());
    msim_options_check_files();
    msim_options_simulated(&machine, &tool.base);
    msim_options.has_stream = msim_options.trace_file != NULL;
    msim_options.memory_limit = msim_memory_limit();
    msim_options_find_inline();
    msim_options_keep_implied();
    msim_dict_init(&session->dict, &msim_tool_mem);
    msim_dict_view(&session->seen, &session->dict);
    if (!msim_study_init(&session->study, &msim_tool_mem, &session->seen, &msim_options, &machine,
                         left == ~0ULL ? 0 : left, &refusal))
        msim_options_refuse(refusal.option, refusal.reason);
    msim_shortage_refuse();
    if (session->study.needs.inlined)
        msim_options_read_inline();
    msim_results_check_names(&session->study);
}

/* Options that do not fit together are refused when the last one is known, which is before Valgrind
 * prints its banner. */
static Bool process_option(const HChar *argument)
{
    Bool known = msim_options_process(argument);
    if (known && !tool.prepared && msim_options_is_last(argument))
        prepare();
    return known;
}

static void post_clo_init(void)
{
    msim_installation_check();
    if (!tool.prepared)
        prepare();
    struct msim_session *session = tool.session;
    msim_options_notes(&session->study.machine);
    tool.about.command = msim_command_line();
    tool.about.dict = &session->seen;
    tool.about.pid = (UInt)msim_pid();
    msim_results_init(&session->study, &tool.about);
    msim_tracefile_start(&session->dict, tool.about.command, &tool.base, &session->study.needs);
    msim_facts_init(&session->dict);
    msim_inputs_init();
    start_recording();
    VG_(atfork)(before_fork, after_fork, in_child);
}

static IRSB *instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
                        const VexGuestExtents *extents, const VexArchInfo *host, IRType guest_word,
                        IRType host_word)
{
    (void)closure, (void)extents, (void)host, (void)guest_word, (void)host_word;
    msim_areas_code();
    if (tool.recorder && msim_outside_is_lost())
        return in; /* observers have ended: nothing is counted any more */
    return msim_instrument(tool.session, in, layout);
}

static Bool take_request(ThreadId tid, UWord *arguments, UWord *result)
{
    *result = 0;
    return msim_harness_request(tid, arguments) || msim_region_request(tid, arguments) ||
           msim_request(tid, arguments, result);
}

static void pre_clo_init(void)
{
    msim_pid_init();
    msim_options_start();
    VG_(details_name)("memsim");
    VG_(details_version)(MEMSIM_VERSION);
    VG_(details_description)("what a program does to memory");
    VG_(details_copyright_author)("Copyright (C) 2026, and GNU GPL'd, by the memsim authors.");
    VG_(details_bug_reports_to)("the memsim authors");
    VG_(details_avg_translation_sizeB)(400);
    VG_(basic_tool_funcs)(post_clo_init, instrument, fini);
    VG_(needs_command_line_options)
    (process_option, msim_options_usage, msim_options_debug_usage);
    VG_(needs_syscall_wrapper)(before_syscall, after_syscall);
    VG_(needs_client_requests)(take_request);
    VG_(needs_sanity_checks)(msim_schedule_check, msim_schedule_check);
    /* If translation followed branches, instructions would be executed and counted that the program
     * does not execute. */
    VG_(clo_vex_control).guest_chase = False;
}
VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
