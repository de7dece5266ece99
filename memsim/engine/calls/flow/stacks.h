/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stacks of the program: of each thread, of signal handlers, and those that it made itself
 * (coroutines).  A stack holds the frames that are on it, outermost first:
 *
 *     frame    where its return address is      the context that it runs in
 *
 * Frames are known by that address alone.  Addresses decrease from frame to frame, except that a
 * tail call has the address of the frame that it replaces.
 */
#pragma once

#include "stream/mem.h"
#include "stream/stream.h"

enum { MSIM_STACKS_MAX = 1 << 16, MSIM_FRAMES_MAX = 1 << 22, MSIM_THREADS_MAX = 1 << 24 };

/* A frame that begins where no return address is known. */
#define MSIM_NO_RETURN UINT64_MAX

enum { MSIM_RETURN_BYTES = 8 /* of a return address */ };

/* From here on, addresses stand for unknown ones: of frames that were moved to another stack. */
#define MSIM_MOVED (UINT64_C(1) << 63)

struct msim_flow_stack_frame {
    uint64_t at;
    uint32_t context;
    uint32_t function : 31; /* that runs; the context's may be a part of it */
    uint32_t jumped : 1; /* it was jumped to, although it may go on in a context that was called */
};

struct msim_flow_stack {
    struct msim_table frames;
    uint32_t thread;      /* the thread that it belongs to */
    uint32_t signal;      /* the handler's that runs on it; 0: none */
    uint32_t interrupted; /* then: the stack that was running; 0: it is not in use */
    bool routine;         /* a goroutine's, which any thread may run */
    bool called;          /* a call has been made, and the function is yet to come: */
    uint64_t call_at;     /* where its return address is, */
    uint32_t call_place;  /* and where it was called */
};

struct msim_flow_stacks {
    const struct msim_mem *mem;
    struct msim_table table;
    struct msim_table threads; /* uint32_t: the stack where each ran last, by its number */
    uint32_t running;          /* number of the stack that runs, */
    struct msim_flow_stack *running_stack; /* and where it is */
};

void msim_flow_stacks_init(struct msim_flow_stacks *stacks, const struct msim_mem *mem);

static inline struct msim_flow_stack *msim_flow_stack_at(const struct msim_flow_stacks *stacks,
                                                         uint32_t number)
{
    return MSIM_TABLE_AT(&stacks->table, number, struct msim_flow_stack);
}

static inline struct msim_flow_stack *msim_flow_stack_running(const struct msim_flow_stacks *stacks)
{
    return stacks->running_stack;
}

static inline struct msim_flow_stack_frame *
msim_flow_stack_frame_at(const struct msim_flow_stack *stack, uint32_t number)
{
    return MSIM_TABLE_AT(&stack->frames, number, struct msim_flow_stack_frame);
}

/* The innermost frame; NULL: the stack is empty. */
static inline struct msim_flow_stack_frame *msim_flow_stack_top(const struct msim_flow_stack *stack)
{
    return stack->frames.used ? msim_flow_stack_frame_at(stack, stack->frames.used - 1) : NULL;
}

/* 0: no frame is there. */
static inline uint32_t msim_flow_stack_context(const struct msim_flow_stack *stack)
{
    const struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    return top ? top->context : 0;
}

/* Blocks of the table are kept when frames are removed, and used again. */
static inline void msim_flow_stack_push(struct msim_flow_stack *stack,
                                        const struct msim_flow_stack_frame *frame)
{
    uint32_t within = stack->frames.used & (MSIM_TABLE_BLOCK - 1);
    if (within)
        stack->frames.used++;
    else if (!msim_table_add(&stack->frames))
        return;
    *msim_flow_stack_top(stack) = *frame;
}

/* Removes the frames whose addresses are below `at`. */
static inline void msim_flow_stack_pop_below(struct msim_flow_stack *stack, uint64_t at)
{
    while (stack->frames.used && msim_flow_stack_top(stack)->at < at)
        stack->frames.used--;
}

/* True: a frame has this address. */
bool msim_flow_stack_has(const struct msim_flow_stack *stack, uint64_t at);

/* A frame is hardly ever larger (what other tools assume, too). */
enum { MSIM_LARGEST_FRAME = 2000000 };

/* True: this can be the address of the stack's next frame.  False: it may be. */
static inline bool msim_flow_stack_is_next(const struct msim_flow_stack *stack, uint64_t at)
{
    const struct msim_flow_stack_frame *top = msim_flow_stack_top(stack);
    return top && at < top->at && top->at - at < MSIM_LARGEST_FRAME;
}

/* True: this can be the address of the stack's next frame, or of one of its frames. */
bool msim_flow_stack_reaches(const struct msim_flow_stack *stack, uint64_t at);

/* The innermost frame of the stack that reaches up to the address; NULL: none does.  A frame begins
 * above its return address. */
const struct msim_flow_stack_frame *msim_flow_stack_frame_with(const struct msim_flow_stack *stack,
                                                               uint64_t address);

/* The outermost and innermost frames whose addresses are known; NULL: no such frame. */
const struct msim_flow_stack_frame *msim_flow_stack_outermost(const struct msim_flow_stack *stack);
const struct msim_flow_stack_frame *msim_flow_stack_innermost(const struct msim_flow_stack *stack);

/* True: the address of the innermost of these is from `first` to `last`. */
bool msim_flow_stack_is_in(const struct msim_flow_stack *stack, uint64_t first, uint64_t last);

/* The stack that the running thread began with. */
uint32_t msim_flow_stacks_first(const struct msim_flow_stacks *stacks);

/* Runs on a new stack of a goroutine. */
void msim_flow_stacks_begin_routine(struct msim_flow_stacks *stacks);

/* The goroutine has ended. */
void msim_flow_stack_end_routine(struct msim_flow_stack *stack);

/* All its frames were moved: their addresses are unknown. */
void msim_flow_stack_move(struct msim_flow_stack *stack);

/* Makes the thread run on the stack where it ran last. */
void msim_flow_stacks_thread(struct msim_flow_stacks *stacks, uint32_t thread);

/* A handler begins. */
void msim_flow_stacks_signal(struct msim_flow_stacks *stacks, uint32_t signal);

/* Runs on this stack.  Handlers that are left by that do not return. */
void msim_flow_stacks_run_on(struct msim_flow_stacks *stacks, uint32_t number);

/* Runs on the stack that the handler interrupted; false: no handler runs. */
bool msim_flow_stacks_leave_handler(struct msim_flow_stacks *stacks);

/* Switches to the thread's stack that has a frame with this address; false: no stack has. */
bool msim_flow_stacks_find(struct msim_flow_stacks *stacks, uint64_t at);

/* Switches to another stack of the thread, which reaches this address; false: no stack does. */
bool msim_flow_stacks_reach(struct msim_flow_stacks *stacks, uint64_t at);

/* Runs on a new stack of the thread. */
void msim_flow_stacks_begin(struct msim_flow_stacks *stacks);

/* Runs on another stack of the thread, which reaches this address, or else on a new one. */
void msim_flow_stacks_switch(struct msim_flow_stacks *stacks, uint64_t at);

/* --- Jumps to another function ------------------------------------------------------------ */

/* The frame of the function, innermost first, + 1; only among tail calls if `tail`; 0: none. */
uint32_t msim_flow_stack_frame_of(const struct msim_flow_stack *stack, uint32_t function,
                                  bool tail);

/* How many frames are below the innermost call, if that was made by the function; else 0. */
uint32_t msim_flow_stack_below_call(const struct msim_flow_stack *stack, uint32_t function);

/* Leaves the frames above one of the function; false: it has none. */
bool msim_flow_stacks_go_back(struct msim_flow_stacks *stacks, uint32_t function, bool tail);
