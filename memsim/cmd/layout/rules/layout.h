/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The language of --what-if: which data would lie elsewhere, and how.
 *
 *     LAYOUT  = RULE { (";" | newline) RULE }         "#" begins a comment
 *     RULE    = WHERE ": " [ ELEMENT ": " ] CHANGE { [","] CHANGE }
 *     WHERE   = [ FRAME "->" ... ] FRAME              blocks of the heap, by who allocates them
 *             | "static " NAME { "," NAME }           variables, by their symbols
 *             | "stack " FUNCTION " -" N "+" BYTES    BYTES of its frames, N below the CFA
 *     FRAME   = FUNCTION [ "@" FILE [ ":" LINE ] ] | FILE ":" LINE      "*" in FUNCTION: anything
 *             | FUNCTION " (" FILE ":" LINE ")"       as tables have it; of the innermost, perhaps
 *               [ " " TYPE | ", " N [ "-" N ] " bytes" ]                with what its blocks are
 *     ELEMENT = N " bytes" [ " after " N ] | TYPE     what a block is an array of; else the block
 *     CHANGE  = "order" LIST                          fields in this order, the others after them
 *             | "split" LIST [ "|" LIST ... ]         each list apart, the others with the last, or
 *                                                     if there is only one, in a part of their own
 *             | "split" LIST "->" LIST                the same, and the first has a pointer
 *             | "soa" [ LIST ]                        an array of each field
 *             | "pack"                                fields by their alignment, without holes
 *             | "pad" N | "align" N | "pool"          elements, blocks, placement
 *             | "apart" | "together"                  variables
 *     LIST    = FIELD { "," FIELD }
 *     FIELD   = NAME | FROM "-" END | FROM "+" BYTES  of a type; bytes of the element, END excluded
 *
 * Nothing here knows the program: names are looked up later (sites.h, variables.h, plan.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    MSIM_LAYOUT_RULES = 64,
    MSIM_LAYOUT_FIELDS = 256, /* of a rule */
    MSIM_LAYOUT_PARTS = 64,
    MSIM_LAYOUT_ELEMENT = 1 << 20, /* bytes of an element, */
    MSIM_LAYOUT_ALIGN = 1 << 16    /* and what it can be padded or aligned to */
};

struct msim_layout_field {
    char *name; /* of a type's field; NULL: the bytes from..to */
    uint64_t from, to;
    unsigned part;
};

struct msim_layout_frame {
    char *function, *file; /* NULL: any */
    uint64_t line;         /* 0: any */
};

enum msim_layout_kind { MSIM_LAYOUT_KEEP, MSIM_LAYOUT_ORDER, MSIM_LAYOUT_SPLIT, MSIM_LAYOUT_SOA };

struct msim_layout_rule {
    char *text, *where;              /* the whole rule, and its WHERE */
    struct msim_layout_frame *frame; /* the innermost first */
    size_t frames;
    char **variable; /* or variables, if there are any */
    size_t variables;
    bool is_local;           /* or a local variable of frame[0].function: */
    uint64_t below, local;   /* so far below the CFA; bytes */
    char *blocks;            /* only blocks of this type; NULL: any */
    uint64_t least, most;    /* sizes of blocks; 0: any */
    char *type;              /* NULL: not named */
    uint64_t element, after; /* bytes; 0: the whole block; and how many precede the first */
    enum msim_layout_kind kind;
    struct msim_layout_field *field;
    size_t fields;
    unsigned parts; /* that the fields are listed in */
    bool pointer, pack, pool, apart, together;
    uint64_t pad, align; /* 0: as it is */
};

struct msim_layout_rules {
    struct msim_layout_rule *rule;
    size_t rules;
    char error[400]; /* what is wrong; "" */
    size_t line;     /* then: in which line */
};

/* Sets the error unless there is one; always returns false.  The message has no control
 * characters. */
__attribute__((format(printf, 2, 3))) bool msim_layout_fail(struct msim_layout_rules *layout,
                                                            const char *format, ...);

/* False: the text has an error. */
bool msim_changes_read(struct msim_layout_rules *layout, struct msim_layout_rule *rule,
                       const char *text);

/* Reads the text; false: `error` says what is wrong.  Free it in either case. */
bool msim_layout_read(struct msim_layout_rules *layout, const char *text);

/* Reads a rule's WHERE alone. */
bool msim_layout_read_where(struct msim_layout_rules *layout, struct msim_layout_rule *rule);

/* True: a rule can have a field of that name. */
bool msim_layout_can_write(const char *name);

/* Writes a field as a rule has it: ".order" is a field with a keyword's name. */
void msim_layout_put_field(const struct msim_layout_field *field, FILE *to);

void msim_layout_free(struct msim_layout_rules *layout);
