/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The instructions of functions with their counts, from a profile of calls that has addresses.
 *
 * A function's code is disassembled from its object, as a whole: also what never ran.  Where the
 * object is missing, or is another file now, there are only the instructions that ran, without
 * text.  Code may be in several pieces (a cold part far away).
 *
 * Cost: memory for each instruction of the function that is shown, and the objects' bytes.
 */
#pragma once

#include "cmd/callgrind/profile.h"
#include "cmd/code/disassembler.h"
#include "cmd/code/object.h"
#include "cmd/listing/view.h"

/* A function that is shown. */
struct msim_asm_function {
    uint32_t function; /* of the profile */
    size_t first, end; /* its costs, in msim_asm.order */
    int64_t *total;
};

/* An object; not opened before the first of its functions is shown. */
struct msim_asm_object {
    bool opened;
    struct msim_object_file object;
};

struct msim_asm {
    const struct msim_view *view;
    const struct msim_call_profile *calls;
    struct msim_disassembler *disassembler; /* NULL: built without */
    struct msim_object_places places;
    uint32_t *order; /* the costs by function and address, own ones before calls */
    struct msim_asm_function *function; /* the costliest first */
    size_t functions, all;              /* shown, and those with counts */
    struct msim_asm_object *object;     /* by the number of its name */
};

/* `wanted`: functions by name or pattern; NULL or "": all that reach the threshold.  Ends the
 * command if no function has that name. */
void msim_asm_make(struct msim_asm *made, const struct msim_view *view,
                   const struct msim_call_profile *calls, const char *wanted,
                   enum msim_asm_syntax syntax);
void msim_asm_free(struct msim_asm *of);

/* One instruction. */
struct msim_asm_row {
    uint64_t address;
    int64_t *count;      /* NULL: it never ran */
    uint32_t file, line; /* of its source; line 0: unknown, or it never ran */
    bool begins;         /* a piece of code begins here */
    bool known;          /* it was disassembled: */
    struct msim_asm_instruction instruction;
    size_t first_call, end_call; /* its calls, in msim_asm.order */
};

struct msim_asm_listing {
    const struct msim_asm *of;
    const struct msim_asm_function *function;
    const struct msim_object_file *object; /* NULL: the code is in no file */
    const char *why;                       /* why it is not disassembled; NULL: it is */
    struct msim_asm_row *row;
    size_t rows;
};

/* Makes the rows of a function. */
void msim_asm_list(struct msim_asm_listing *listing, struct msim_asm *of, size_t function);
void msim_asm_list_free(struct msim_asm_listing *listing);

/* Where an address is: "f+0x17", or "" if nothing is known of it. */
enum { MSIM_ASM_PLACE = 160 };
void msim_asm_place(const struct msim_asm_listing *listing, uint64_t address,
                    char place[static MSIM_ASM_PLACE]);

/* The ways to present them. */
void msim_asm_text(struct msim_asm *of, FILE *to);
void msim_asm_json(struct msim_asm *of, FILE *to);
void msim_asm_csv(struct msim_asm *of, FILE *to);
