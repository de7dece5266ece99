/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The functions that code belongs to, numbered from 1: a name in an object, and where it begins
 * there.
 *
 * The file of a function is where it begins.  Code of other files was inlined into it.
 *
 * Compilers put code that rarely runs elsewhere, as a function f.cold that is not called: it is a
 * part of f here, if the right f is known.
 *
 * Code without symbols is one function per object, "???", which is divided by the addresses that
 * are called.  They are those in the object, 0x9040, wherever it was loaded.
 */
#pragma once

#include "stream/dict.h"

struct msim_callee {
    uint32_t name;   /* a string */
    uint32_t object; /* as in struct msim_site */
    uint32_t file;   /* a string */
    uint32_t line;   /* where it begins; 0: unknown */
    uint64_t begins; /* the address in the object where its symbol does; 0: unknown */
    uint64_t at;     /* and where it was entered there, if instructions are counted; else 0 */
    uint32_t same_hash;
    uint32_t whole;   /* the function that this is a part of, or itself */
    uint64_t address; /* of a part, in the object; else 0 */
    bool begun;       /* `file` is that of its entry */
    bool resolver;    /* the dynamic linker's, which jumps to the function that was called */
    bool unknown;     /* it has no name */
    bool longjmp;     /* it jumps to a function that has a frame */
    bool changes;     /* Go: it calls on the first stack of the thread; */
    bool grows;       /* the same, to give the goroutine another stack; */
    bool ends;        /* the last function of a goroutine; */
    bool resumes;     /* it jumps to a goroutine, on another stack */
    uint8_t watched;  /* what its calls begin and end: msim_watch_actions() */
    bool divided;     /* its counts are taken from its contexts, because not all are its own */
    bool beyond;      /* a placeholder, above functions whose callers are not known (bound.h) */
};

/* Besides enum msim_segment_end: a call on the first stack of the thread. */
enum { MSIM_WAY_CHANGES = 3 };

/* What following needs of a segment. */
struct msim_way {
    uint32_t function;
    uint32_t place; /* the site of its last instruction, or the first one of that line, + 1 */
    int32_t offset; /* where the return address is: from the base in this word */
    uint8_t word;
    uint8_t end; /* enum msim_segment_end, or MSIM_WAY_CHANGES */
    bool entry, stub;
    bool unknown;  /* its function has no name; then */
    uint32_t part; /* of the function, that begins with this segment; 0: not yet known */
};

struct msim_callees {
    const struct msim_dict *dict;
    struct msim_table table; /* of struct msim_callee; element 0 is no function */
    struct msim_lookup lookup;
    struct msim_table cold; /* cold parts, which belong to a function: their `whole` */
    struct msim_lookup cold_lookup;
    struct msim_table ways; /* by segment */
    bool instructions; /* places are instructions, not lines; may be set before any is added, */
    const struct msim_watch_names *watched; /* NULL: no function is; may be set before, too */
    bool inlined;            /* and those that were inlined elsewhere are different, too */
    struct msim_table lines; /* else: the first site of each line, where sites are instructions */
    struct msim_lookup line_lookup;
};

void msim_callees_init(struct msim_callees *callees, const struct msim_mem *mem,
                       const struct msim_dict *dict);

/* Finds the functions of the dictionary's new segments. */
void msim_callees_extend(struct msim_callees *callees);

/* The function of a site; 0: no segment begins in it. */
uint32_t msim_callee_of_site(const struct msim_callees *callees, const struct msim_site *site);

/* The part of an unknown function that begins with this segment. */
uint32_t msim_callee_part(struct msim_callees *callees, uint32_t whole,
                          const struct msim_segment *segment);

/* The function that is `beyond`; it is made if it does not exist. */
uint32_t msim_callee_beyond(struct msim_callees *callees);

static inline struct msim_way *msim_way_of(const struct msim_callees *callees, uint32_t segment)
{
    return MSIM_TABLE_AT(&callees->ways, segment, struct msim_way);
}

static inline const struct msim_callee *msim_callee_at(const struct msim_callees *callees,
                                                       uint32_t number)
{
    return MSIM_TABLE_AT(&callees->table, number, struct msim_callee);
}
