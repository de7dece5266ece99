/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of held.h. */
#include "held.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

struct event {
    ThreadId tid;
    uint64_t words[MSIM_KERNEL_WORDS];
};

static struct {
    struct event *event;
    UInt used, room;
} held;

void msim_held_add(ThreadId tid, const uint64_t words[MSIM_KERNEL_WORDS])
{
    if (held.used == held.room) {
        held.room = held.room ? 2 * held.room : 16;
        held.event = VG_(realloc)("msim.held", held.event, held.room * sizeof *held.event);
    }
    struct event *event = &held.event[held.used++];
    event->tid = tid;
    VG_(memcpy)(event->words, words, sizeof event->words);
}

void msim_held_record(ThreadId tid, void (*record)(const uint64_t *words))
{
    UInt kept = 0;
    for (UInt i = 0; i < held.used; i++)
        if (held.event[i].tid == tid)
            record(held.event[i].words);
        else
            held.event[kept++] = held.event[i];
    held.used = kept;
}

void msim_held_keep(ThreadId tid)
{
    UInt kept = 0;
    for (UInt i = 0; i < held.used; i++)
        if (held.event[i].tid == tid)
            held.event[kept++] = held.event[i];
    held.used = kept;
}
