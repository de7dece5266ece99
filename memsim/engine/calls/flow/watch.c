/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lists of watch.h. */
#include "watch.h"

#include "functions.h"
#include "stream/hash.h"

enum { LISTS_MAX = 1 << 24, THREADS_MAX = 1 << 24, DEPTH_MAX = 4096 };

struct msim_watch_thread {
    uint32_t list;
    uint32_t from; /* the region that MSIM_WATCH_FROM opened, + 1; 0: none */
};

static uint32_t hash(const void *element)
{
    const struct msim_watch_list *list = element;
    return (uint32_t)msim_mix((uint64_t)list->outer << 32 | list->function);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_watch_list *a = element, *b = wanted;
    return a->outer == b->outer && a->function == b->function;
}

static const struct msim_lookup_kind kind = {hash, same,
                                             offsetof(struct msim_watch_list, same_hash), 1};

void msim_watch_init(struct msim_watch *watch, const struct msim_mem *mem,
                     const struct msim_watch_names *names, struct msim_parts *parts)
{
    if (!msim_watch_is_asked(names))
        return;
    watch->names = names;
    watch->parts = parts;
    msim_table_init(&watch->lists, mem, sizeof(struct msim_watch_list), LISTS_MAX);
    msim_table_init(&watch->threads, mem, sizeof(struct msim_watch_thread), THREADS_MAX);
    msim_lookup_init(&watch->lookup, mem, &kind);
    msim_table_add(&watch->lists);
    msim_table_add(&watch->threads);
}

static struct msim_watch_thread *thread_of(const struct msim_watch *watch)
{
    return msim_table_at(&watch->threads, watch->thread);
}

static bool ran(const struct msim_callees *callees, const char *pattern)
{
    for (uint32_t i = 1; i < callees->table.used; i++)
        if (msim_glob_function(pattern,
                               msim_dict_text(callees->dict, msim_callee_at(callees, i)->name)))
            return true;
    return false;
}

/* "lookup" of "Book::lookup", as debugging information names what is inlined. */
static const char *without_scope(const char *pattern)
{
    const char *from = pattern;
    for (const char *at = pattern; *at && *at != '(' && *at != '<'; at++)
        if (at[0] == ':' && at[1] == ':')
            from = at + 2;
    return from;
}

/* True: code of a function with that name ran as a part of others. */
static bool ran_inlined(const struct msim_dict *dict, const char *pattern)
{
    for (uint32_t i = 1; i < dict->inlined.used; i++) {
        const char *name = msim_dict_text(dict, msim_dict_inlined_at(dict, i)->function);
        if (msim_glob_function(pattern, name) || msim_glob(without_scope(pattern), name))
            return true;
    }
    return false;
}

void msim_watch_summary(const struct msim_watch *watch, const struct msim_callees *callees,
                        const struct msim_lines *lines)
{
    struct msim_line line;
    const char *option, *pattern;
    msim_line_init(&line, lines);
    for (unsigned i = 0; watch->names && (pattern = msim_watch_name(watch->names, i, &option));
         i++) {
        if (ran(callees, pattern))
            continue;
        msim_put(&line.text, "warning: ");
        msim_put(&line.text, option);
        msim_put(&line.text, "=");
        msim_put_name(&line.text, pattern);
        msim_put(&line.text, ran_inlined(callees->dict, pattern)
                                 ? ": it ran inlined into its callers, and is never called; mark "
                                   "it with __attribute__((noinline)), or name a caller"
                                 : ": no function of this name ran; * and ? match");
        msim_line_end(&line);
    }
}

void msim_watch_run(struct msim_watch *watch, uint32_t thread)
{
    while (watch->threads.used <= thread)
        if (!msim_table_add(&watch->threads))
            return;
    watch->thread = thread;
}

/* --- Lists of contexts -------------------------------------------------------------------- */

static const struct msim_watch_list *list_at(const struct msim_watch *watch, uint32_t list)
{
    return MSIM_TABLE_AT(&watch->lists, list, struct msim_watch_list);
}

static bool is_on(const struct msim_watch *watch, uint32_t list, uint32_t function)
{
    while (list && list_at(watch, list)->function != function)
        list = list_at(watch, list)->outer;
    return list;
}

/* The list with one more function. */
static uint32_t longer(struct msim_watch *watch, const struct msim_callees *callees, uint32_t list,
                       uint32_t function)
{
    const struct msim_watch_list wanted = {.outer = list, .function = function};
    if (!msim_callee_at(callees, function)->watched || is_on(watch, list, function))
        return list;
    uint32_t number = msim_lookup_number(&watch->lookup, &watch->lists, &wanted);
    return number == UINT32_MAX ? list : number;
}

/* The list of a context; those of contexts further out are found first. */
static uint32_t list_of(struct msim_watch *watch, const struct msim_callees *callees,
                        const struct msim_tree *tree, uint32_t number)
{
    for (;;) {
        uint32_t at = number;
        while (at && !msim_context_at(tree, at)->watched && msim_context_at(tree, at)->parent &&
               !msim_context_at(tree, msim_context_at(tree, at)->parent)->watched)
            at = msim_context_at(tree, at)->parent;
        struct msim_context *context = msim_context_at(tree, at);
        if (at && !context->watched) {
            uint32_t outer = context->parent ? msim_context_at(tree, context->parent)->watched : 0;
            context->watched = 1 + longer(watch, callees, outer ? outer - 1 : 0, context->function);
        }
        if (at == number)
            return at ? context->watched - 1 : 0;
    }
}

/* --- Actions ------------------------------------------------------------------------------ */

static void dump(struct msim_watch *watch, enum msim_watch_action action, uint32_t name,
                 uint64_t instructions)
{
    if (watch->dump)
        watch->dump(watch->self, action, name, instructions);
}

static void begin_from(struct msim_watch *watch, uint32_t name)
{
    struct msim_watch_thread *thread = thread_of(watch);
    if (thread->from)
        return;
    msim_open_begin(&watch->parts->open, name);
    thread->from = name + 1;
}

static void end_from(struct msim_watch *watch)
{
    struct msim_watch_thread *thread = thread_of(watch);
    if (thread->from)
        msim_open_end(&watch->parts->open, thread->from - 1);
    thread->from = 0;
}

static void enter(struct msim_watch *watch, const struct msim_callee *callee, uint64_t instructions)
{
    struct msim_open *open = &watch->parts->open;
    unsigned actions = callee->watched;
    if (actions & 1u << MSIM_WATCH_DUMP_BEFORE)
        dump(watch, MSIM_WATCH_DUMP_BEFORE, callee->name, instructions);
    else if (actions & 1u << MSIM_WATCH_ZERO_BEFORE)
        dump(watch, MSIM_WATCH_ZERO_BEFORE, callee->name, instructions);
    if (actions & 1u << MSIM_WATCH_TO)
        end_from(watch);
    if (actions & 1u << MSIM_WATCH_FROM)
        begin_from(watch, callee->name);
    if (actions & 1u << MSIM_WATCH_REGION)
        msim_open_begin(open, callee->name);
    if (actions & 1u << MSIM_WATCH_TOGGLE)
        msim_open_now(open)->off ^= true;
    msim_parts_transition(watch->parts, instructions);
}

static void leave(struct msim_watch *watch, const struct msim_callee *callee, uint64_t instructions)
{
    struct msim_open *open = &watch->parts->open;
    unsigned actions = callee->watched;
    if (actions & 1u << MSIM_WATCH_DUMP_AFTER)
        dump(watch, MSIM_WATCH_DUMP_AFTER, callee->name, instructions);
    if (actions & 1u << MSIM_WATCH_REGION)
        msim_open_end(open, callee->name);
    if (actions & 1u << MSIM_WATCH_TOGGLE)
        msim_open_now(open)->off ^= true;
    msim_parts_transition(watch->parts, instructions);
}

/* The innermost list that both contain whole. */
static uint32_t common(const struct msim_watch *watch, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = list_at(watch, a)->outer;
        else
            b = list_at(watch, b)->outer;
    return a;
}

void msim_watch_transition(struct msim_watch *watch, const struct msim_callees *callees,
                           const struct msim_tree *tree, uint32_t context, uint64_t instructions)
{
    uint32_t list = list_of(watch, callees, tree, context), *now = &thread_of(watch)->list;
    uint32_t entered[DEPTH_MAX], used = 0;
    if (list == *now)
        return;
    uint32_t stays = common(watch, list, *now);
    for (uint32_t at = *now; at != stays; at = list_at(watch, at)->outer)
        leave(watch, msim_callee_at(callees, list_at(watch, at)->function), instructions);
    for (uint32_t at = list; at != stays && used < DEPTH_MAX; at = list_at(watch, at)->outer)
        entered[used++] = list_at(watch, at)->function;
    while (used-- > 0)
        enter(watch, msim_callee_at(callees, entered[used]), instructions);
    thread_of(watch)->list = list;
}

void msim_watch_leave_all(struct msim_watch *watch, const struct msim_callees *callees,
                          uint64_t instructions)
{
    struct msim_open *open = &watch->parts->open;
    uint32_t thread = watch->thread, running = open->running;
    for (watch->thread = 0; watch->thread < watch->threads.used; watch->thread++) {
        uint32_t at = thread_of(watch)->list;
        open->running = watch->thread < open->threads.used ? watch->thread : running;
        for (; at; at = list_at(watch, at)->outer)
            leave(watch, msim_callee_at(callees, list_at(watch, at)->function), instructions);
        thread_of(watch)->list = 0;
        end_from(watch);
    }
    watch->thread = thread;
    open->running = running;
    msim_parts_transition(watch->parts, instructions);
}
