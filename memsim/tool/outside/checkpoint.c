/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The checkpoints of checkpoint.h. */
#include "checkpoint.h"

#include "pub_tool_libcproc.h"

#include "tool/base/memory.h"
#include "tool/base/options.h"

enum { SHARE = 20 };

/* In memory that all processes share: milliseconds. */
struct last {
    UInt written; /* 0: none */
    Bool begun;   /* at least one checkpoint, of this guest */
};

static struct {
    Bool (*write)(void);
    struct last *last;
    UInt next; /* milliseconds */
} checkpoint;

void msim_checkpoint_init(Bool (*write)(void))
{
    checkpoint.write = write;
    checkpoint.last = msim_memory_shared(sizeof *checkpoint.last);
    checkpoint.next = VG_(read_millisecond_timer)() + msim_options.checkpoint;
}

Bool msim_checkpoint_is_due(void)
{
    return msim_options.checkpoint && (Int)(VG_(read_millisecond_timer)() - checkpoint.next) >= 0;
}

void msim_checkpoint_write(void)
{
    UInt from = VG_(read_millisecond_timer)();
    checkpoint.last->begun = True;
    Bool written = checkpoint.write();
    UInt now = VG_(read_millisecond_timer)(), rest = SHARE * (now - from);
    if (written)
        checkpoint.last->written = now ? now : 1;
    checkpoint.next = now + (rest > msim_options.checkpoint ? rest : msim_options.checkpoint);
}

Bool msim_checkpoint_forget(void)
{
    Bool written = checkpoint.last && checkpoint.last->written;
    if (written)
        checkpoint.last->written = 0;
    return written;
}

Int msim_checkpoint_age(void)
{
    UInt written = checkpoint.last->written;
    return written ? (Int)((VG_(read_millisecond_timer)() - written) / 1000) : -1;
}

Bool msim_checkpoint_is_begun(void)
{
    return checkpoint.last->begun;
}

void msim_checkpoint_in_child(void)
{
    if (checkpoint.last)
        msim_memory_shared_in_child(checkpoint.last, sizeof *checkpoint.last);
    checkpoint.next = VG_(read_millisecond_timer)() + msim_options.checkpoint;
}
