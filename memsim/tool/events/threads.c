/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of threads.h. */
#include "threads.h"

#include <stddef.h>

#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"

#include "alloc.h"
#include "tool/base/platform.h"
#include "tool/record/recorder.h"
#include "tool/schedule/schedule.h"
#include "tool/tasks/tasks.h"

static struct {
    Bool recorded;
    Bool signals;  /* signals are recorded */
    Bool pointers; /* thread pointers are recorded */
    UInt *number;  /* the stream's numbers, by Valgrind's; 0: none yet */
    Addr *pointer; /* by Valgrind's number: the thread pointer in its last event */
    UInt created;
    UInt running; /* the number in the last event */
} threads;

static void record(enum msim_event event, uint64_t word)
{
    msim_recorder_event(NULL, event, &word, 1);
}

static void thread_is_created(ThreadId creator, ThreadId tid)
{
    threads.number[tid] = ++threads.created;
    threads.pointer[tid] = 0;
    msim_alloc_forget(tid);
    msim_tasks_create(creator, tid, threads.number[tid]);
}

UInt msim_threads_number(ThreadId tid)
{
    return threads.number[tid];
}

void msim_threads_record(void)
{
    threads.recorded = True;
}

static void record_pointer(ThreadId tid)
{
    Addr pointer = 0;
    VG_(get_shadow_regs_area)
    (tid, (UChar *)&pointer, 0, offsetof(MsimGuestState, MSIM_TP), sizeof pointer);
    if (pointer == threads.pointer[tid])
        return;
    threads.pointer[tid] = pointer;
    uint64_t words[MSIM_TASK_WORDS] = {MSIM_TASK_POINTER | (uint64_t)threads.number[tid] << 32,
                                       pointer};
    msim_recorder_event(NULL, MSIM_EVENT_TASK, words, MSIM_TASK_WORDS);
}

static void record_thread(ThreadId tid)
{
    if (threads.recorded && threads.number[tid] != threads.running) {
        threads.running = threads.number[tid];
        record(MSIM_EVENT_THREAD, threads.running);
    }
    if (threads.pointers)
        record_pointer(tid);
}

void msim_threads_start(ThreadId tid)
{
    if (!threads.number[tid])
        thread_is_created(VG_INVALID_THREADID, tid);
    msim_tasks_run(tid);
    record_thread(tid);
}

Bool msim_threads_in_kernel(ThreadId tid)
{
    msim_tasks_in_kernel(tid);
    return !threads.recorded || !threads.number[tid] || threads.number[tid] == threads.running;
}

/* The thread need not be the one that ran last. */
static void signal_is_delivered(ThreadId tid, Int signal, Bool other_stack)
{
    (void)other_stack;
    msim_alloc_forget(tid);
    msim_threads_start(tid);
    if (threads.signals)
        record(MSIM_EVENT_SIGNAL, (uint64_t)signal);
}

static void handler_returned(ThreadId tid, Int signal)
{
    (void)signal;
    msim_threads_start(tid);
    record(MSIM_EVENT_SIGNAL, 0);
}

void msim_threads_init(const struct msim_needs *needs)
{
    threads.recorded = needs->flow || needs->tasks || needs->threads;
    threads.signals = needs->flow;
    threads.pointers = needs->pointers;
    threads.pointer = VG_(calloc)("msim.threads", VG_N_THREADS, sizeof *threads.pointer);
    threads.number = VG_(calloc)("msim.threads", VG_N_THREADS, sizeof *threads.number);
    msim_tasks_init(needs->tasks);
    VG_(track_pre_thread_ll_create)(thread_is_created);
    VG_(track_pre_deliver_signal)(signal_is_delivered);
    if (needs->flow)
        VG_(track_post_deliver_signal)(handler_returned);
}
