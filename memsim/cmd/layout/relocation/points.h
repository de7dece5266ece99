/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The functions on the stacks that allocate, and which of them is the place of allocation: the
 * innermost that is no wrapper (cmd/patterns/wrappers.h), as `memsim objects` names it.
 *
 * A frame has one function or, where the debugging information knows of inlined ones, several: its
 * levels, innermost first.  All are found once, before the replays, which find them by the numbers
 * that frames and calls have in the trace.
 */
#pragma once

#include "ahead.h"
#include "cmd/patterns/wrappers.h"
#include "cmd/types/types.h"
#include "stream/dict.h"

struct msim_alloc_point {
    const char *function, *declared; /* and the file that declares it; "": unknown */
    const char *file;                /* where it calls the next inner one */
    uint64_t line;                   /* 0: unknown */
    const struct msim_type *type;    /* that it allocates, if it is a library's; NULL: unknown */
    bool is_table;
};

struct msim_alloc_points {
    const struct msim_dict *dict; /* of the whole trace */
    struct msim_points_frame {
        struct msim_alloc_point
            whole; /* the function that has the code, with the line of the innermost */
        const struct msim_alloc_point *level;
        size_t levels;
        uint64_t address; /* as linked */
    } * frame;            /* by frame */
    struct msim_points_place {
        uint32_t call;
        size_t level;
        const struct msim_type *type; /* that the wrappers further in allocate; NULL: unknown */
        bool is_table;                /* with bytes about its slots after them */
    } * place;                        /* by call */
    size_t frames, calls;
    struct msim_points_voted {
        uint32_t call;
        uint64_t low, high; /* sizes of blocks */
        const struct msim_type *type;
    } * voted; /* types by uses of blocks, by call and size, if the trace has them */
    size_t voteds;
};

/* Finds them all in a dictionary that is complete; `ahead` says where files are; `types` and `dict`
 * stay. */
void msim_points_make(struct msim_alloc_points *points, const struct msim_dict *dict,
                      const struct msim_ahead *ahead, struct msim_types *types,
                      const struct msim_wrappers *wrappers);

/* The type of the blocks of that size which a stack allocates; NULL: unknown. */
const struct msim_type *msim_points_type(const struct msim_alloc_points *points, uint32_t call,
                                         uint64_t bytes);

/* The place as a rule names it, "make_node@list.c:12", or "main (list.cc:12) Node" if the type is
 * known; from malloc. */
char *msim_points_name(const struct msim_alloc_points *points, uint32_t call, uint64_t bytes);
