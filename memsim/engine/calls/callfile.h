/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * State that the writers of the file of calls share: where the counts are, and names.
 *
 * Names are numbered when they are first written: (3) name, later (3).  The number of a function's
 * name stands for the function, in its file and object: others of that name have other numbers.
 */
#pragma once

#include "codeparts.h"
#include "edges.h"
#include "engine/caches/parts.h"
#include "engine/machine/profile.h"
#include "nodes.h"
#include "pages.h"

struct msim_plain;

enum msim_name_kind { MSIM_NAME_OBJECT, MSIM_NAME_SOURCE, MSIM_NAME_FUNCTION, MSIM_NAME_KINDS };

struct msim_callfile {
    struct msim_text *text;
    const struct msim_follower *follower;
    const struct msim_tree
        *counted; /* the contexts of the simulator; the follower's tree may be made from them */
    const struct msim_profile *profile;
    const struct msim_machine *machine;
    const struct msim_page_counts *pages;
    const struct msim_inlined_counter *inlined; /* NULL: inlined calls are not shown */
    const struct msim_plain *plain;             /* NULL: it is memsim's own */
    const struct msim_mem *mem;
    struct msim_edges edges;
    struct msim_nodes nodes;
    const bool *shown;       /* contexts in the tree */
    const uint32_t *line_of; /* by site: the first one of the same line; NULL: each is one */
    struct msim_table items;
    struct msim_table sums, lines; /* by function: of its contexts, and of its sites */
    struct msim_page_sums context_pages, site_pages;
    struct msim_page_sums rest_pages;   /* by function: that belong to none of its sites */
    uint32_t start;                     /* the number of the name "(before the start)" */
    const uint32_t *rank;               /* of strings, to sort by */
    uint32_t *written[MSIM_NAME_KINDS]; /* by string + 1: its number in the file; 0: none yet */
    uint32_t names[MSIM_NAME_KINDS];
    uint32_t *function_number;   /* the same by function: each has a name of its own, */
    const bool *twins;           /* and these need their addresses in it */
    struct msim_code_parts code; /* where those without a name are in their objects */
    bool instructions;
    const struct msim_parts *run_parts;
    uint32_t *number;      /* of contexts in the tree, */
    uint32_t *tree_number; /* and of functions */
    uint32_t function, at; /* the current one, and its current file */
};

static inline const struct msim_site *msim_callfile_site(const struct msim_callfile *file,
                                                         uint32_t site)
{
    return msim_dict_site_at(file->profile->dict, site);
}

static inline const struct msim_callee *msim_callfile_callee(const struct msim_callfile *file,
                                                             uint32_t function)
{
    return msim_callee_at(&file->follower->callees, function);
}

/* The string of a function's file, + 1; 0: unknown. */
static inline uint32_t msim_callfile_source(const struct msim_callee *callee)
{
    return callee->beyond ? 0 : callee->file + 1;
}

static inline const struct msim_context *msim_callfile_context(const struct msim_callfile *file,
                                                               uint32_t number)
{
    return msim_context_at(&file->follower->tree, number);
}

static inline struct msim_row msim_callfile_row(const struct msim_callfile *file, uint32_t number)
{
    return msim_context_row(&file->follower->tree, number);
}

static inline uint32_t msim_callfile_contexts(const struct msim_callfile *file)
{
    return file->follower->tree.contexts.used;
}

/* The pages of context 0, in a function that does not belong to the program. */
static inline const struct msim_page_row *
msim_callfile_start_pages(const struct msim_callfile *file)
{
    return msim_page_sum(&file->context_pages, 0);
}

/* --- Names and counts: callfile.c --------------------------------------------------------- */

/* Collects what is written: names, the parts of code without a name, and calls. */
void msim_callfile_find(struct msim_callfile *file);

/* Writes the number of a name, which gets one if it has none; true: then the name must follow. */
bool msim_callfile_put_number(struct msim_callfile *file, const char *what,
                              enum msim_name_kind kind, uint32_t *number);

/* `string` is a string + 1; 0: unknown. */
void msim_callfile_put_name(struct msim_callfile *file, const char *what, enum msim_name_kind kind,
                            uint32_t string);
/* The same in a line of its own. */
void msim_callfile_put_line(struct msim_callfile *file, const char *what, enum msim_name_kind kind,
                            uint32_t string);

/* A part of an unknown function is named by its address, and a twin by its name and address. */
void msim_callfile_put_function(struct msim_callfile *file, const char *what, uint32_t function);

/* The same of one that is only inlined, whose name is a string. */
void msim_callfile_put_inlined(struct msim_callfile *file, const char *what, uint32_t string);

/* The function that stands for what the kernel did before the start. */
void msim_callfile_put_start(struct msim_callfile *file, const char *what);

/* `pages`: NULL: no pages.  They come last, so that zeros can be left out. */
void msim_callfile_put_counts(struct msim_callfile *file, const struct msim_row *row,
                              const struct msim_page_row *pages);

void msim_callfile_subtract(struct msim_row *from, const struct msim_row *row);

/* --- The parts of the file ---------------------------------------------------------------- */

/* costs.c: for all readers of the format, functions with the costs of their lines and calls. */
void msim_callfile_put_costs(struct msim_callfile *file);

/* partlines.c: what the contexts count in each part of the run. */
void msim_callfile_put_parts(struct msim_callfile *file);

/* treelines.c: which contexts are shown, and the tree. */
const bool *msim_callfile_shown(const struct msim_callfile *file);
void msim_callfile_put_tree(struct msim_callfile *file);
