/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options of options.h: finds the table of an option.
 *
 * Tables are numbered: the machine's, one for each observer, and the general one.  The manual
 * (docs/memsim-tool.1) has the options in the same order.
 */
#include "options.h"

#include <stddef.h>

#include "engine/base/reader.h"
#include "stream/mem.h"

static const char *set_out_dir(void *options, const struct msim_option *option, const char *value)
{
    (void)option;
    ((struct msim_options *)options)->out_dir = value;
    return *value ? NULL : "expected the name of a folder";
}

static const char *set_observers(void *options, const struct msim_option *option, const char *value)
{
    static const char *const place[] = {"auto", "inside", "outside"};
    (void)option;
    for (unsigned i = 0; i < sizeof place / sizeof *place; i++)
        if (msim_same_text(value, place[i])) {
            ((struct msim_options *)options)->observers = (enum msim_observers_place)i;
            return NULL;
        }
    return "expected auto, inside or outside";
}

/* 5, 0.25 */
static bool take_milliseconds(struct msim_reader *text, uint64_t *ms)
{
    if (!msim_take_number(text, ms) || *ms >= MSIM_TOO_LARGE / 1000)
        return false;
    *ms *= 1000;
    if (!msim_take(text, "."))
        return true;
    for (unsigned unit = 100; unit && *text->at >= '0' && *text->at <= '9'; unit /= 10)
        *ms += unit * (unsigned)(*text->at++ - '0');
    return true;
}

static const char *set_checkpoint(void *options, const struct msim_option *option,
                                  const char *value)
{
    enum { MOST = 1000000000 };
    struct msim_reader text = {value};
    uint64_t ms = 0;
    (void)option;
    if (!msim_same_text(value, "no") &&
        (!take_milliseconds(&text, &ms) || *text.at || ms == 0 || ms > MOST))
        return "expected no, or seconds: 5, 0.25";
    ((struct msim_options *)options)->checkpoint = (uint32_t)ms;
    return NULL;
}

static const char *set_inline(void *options, const struct msim_option *option, const char *value)
{
    static const char *const names[] = {"auto", "no", "yes"};
    (void)option;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (msim_same_text(value, names[i])) {
            ((struct msim_options *)options)->inlined = (enum msim_inline)i;
            return NULL;
        }
    return "expected auto, no or yes";
}

static const char *set_at_start(void *options, const struct msim_option *option, const char *value)
{
    static const char *const names[] = {"auto", "flush", "keep", "warm"};
    (void)option;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (msim_same_text(value, names[i])) {
            ((struct msim_options *)options)->at_start = (enum msim_at_start)i;
            return NULL;
        }
    return "expected auto, flush, keep or warm";
}

static const char *set_instr(void *options, const struct msim_option *option, const char *value)
{
    struct msim_options *all = options;
    (void)option;
    all->instr_inherited = msim_same_text(value, "inherit");
    all->instr_at_start = msim_same_text(value, "yes");
    bool known = all->instr_inherited || all->instr_at_start || msim_same_text(value, "no");
    return known ? NULL : "expected yes, no or inherit";
}

static const char *set_collect(void *options, const struct msim_option *option, const char *value)
{
    enum msim_collect *collect = &((struct msim_options *)options)->collect;
    (void)option;
    if (msim_same_text(value, "no"))
        *collect = MSIM_COLLECT_NO;
    else if (msim_same_text(value, "yes"))
        *collect = MSIM_COLLECT_YES;
    else
        return "expected yes or no";
    return NULL;
}

static const struct msim_option whole_rows[] = {
    {"--inline", "auto|no|yes", "inlined functions; auto: with --calls=yes [auto]", set_inline, 0,
     true},
    {"--instr-atstart", "yes|no|inherit", "no: not before a request; inherit: as before exec [yes]",
     set_instr, 0, false},
    {"--instr-at-start", "yes|no|inherit", "the same, as Cachegrind spells it", set_instr, 0,
     false},
    {"--at-start", "auto|flush|keep|warm", "caches when it starts; warm: simulated before [auto]",
     set_at_start, 0, false},
    {"--collect-atstart", "yes|no", "count from the start on [yes, or no with --toggle-collect]",
     set_collect, 0, true},
    {"--out-dir", "<dir>", "the folder of all files with relative names [.]", set_out_dir, 0,
     false},
    {"--trace-file", "<file>", "record the run for memsim replay and sweep [none]", msim_set_file,
     offsetof(struct msim_options, trace_file), false},
    {"--trace-limit", "<size>", "end the trace before it is larger [none]", msim_set_limit,
     offsetof(struct msim_options, trace_limit), false},
    {"--observers", "auto|inside|outside", "in the program's process or one of their own [auto]",
     set_observers, 0, false},
    {"--checkpoint", "no|<seconds>", "write the files this often, in case all is killed [5]",
     set_checkpoint, 0, false},
};

static const struct msim_option_table whole = {whole_rows, sizeof whole_rows / sizeof *whole_rows,
                                               NULL, 0};

/* --- Tables ------------------------------------------------------------------------------- */

static unsigned tables(void)
{
    return msim_observers_used + 2;
}

static const struct msim_option_table *table(unsigned number)
{
    if (number == 0)
        return &msim_machine_option_table;
    return number <= msim_observers_used ? &msim_observers[number - 1]->options : &whole;
}

/* The struct of a table. */
static void *struct_of(struct msim_options *options, unsigned number)
{
    if (number == 0)
        return &options->machine;
    return number <= msim_observers_used ? options->own[number - 1] : options;
}

/* The number of the table that contains the option. */
static unsigned table_of(const struct msim_option *option)
{
    for (unsigned number = 0; number < tables(); number++)
        for (unsigned i = 0; i < table(number)->used; i++)
            if (&table(number)->option[i] == option)
                return number;
    return 0;
}

static void copy(void *to, const void *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        ((char *)to)[i] = ((const char *)from)[i];
}

/* --- Structs ------------------------------------------------------------------------------ */

static void *new_copy(const struct msim_mem *mem, const void *from, size_t bytes)
{
    void *to = msim_get(mem, bytes, 16);
    copy(to, from, bytes);
    return to;
}

void msim_options_init(struct msim_options *options, const struct msim_mem *mem)
{
    *options = (struct msim_options){.instr_at_start = true, .checkpoint = 5000};
    copy(&options->machine, msim_machine_option_table.usual, msim_machine_option_table.bytes);
    for (unsigned i = 0; i < msim_observers_used; i++) {
        const struct msim_option_table *own = &msim_observers[i]->options;
        options->own[i] = new_copy(mem, own->usual, own->bytes);
    }
}

void msim_options_copy(struct msim_options *to, const struct msim_options *from,
                       const struct msim_mem *mem)
{
    *to = *from;
    for (unsigned i = 0; i < msim_observers_used; i++)
        to->own[i] = new_copy(mem, from->own[i], msim_observers[i]->options.bytes);
}

void *msim_options_of(const struct msim_options *options, const struct msim_observer *observer)
{
    unsigned i = 0;
    while (msim_observers[i] != observer)
        i++;
    return options->own[i];
}

static bool is_among(const struct msim_observer *const *list, const struct msim_observer *observer)
{
    while (*list && *list != observer)
        list++;
    return *list;
}

static bool flag(const void *own, size_t at)
{
    return *(const bool *)((const char *)own + at);
}

static bool is_on(const struct msim_observer *observer, const void *own)
{
    return observer->is_on ? observer->is_on(own) : flag(own, observer->on);
}

bool msim_options_is_asked_for(const struct msim_options *options,
                               const struct msim_observer *observer)
{
    const void *own = msim_options_of(options, observer);
    bool has_cores = options->machine.given.cores.used > 1;
    return (!options->only || is_among(options->only, observer)) &&
           (has_cores || !observer->of_cores || !observer->of_cores(own)) && is_on(observer, own);
}

/* True: it is made with another one that is asked for. */
static bool is_with(const struct msim_options *options, const struct msim_observer *observer)
{
    if (observer->refused && flag(msim_options_of(options, observer), observer->refused))
        return false;
    for (unsigned i = 0; i < msim_observers_used; i++) {
        const char *with = msim_observers[i]->with;
        if (with && msim_same_text(with, observer->name) &&
            msim_options_is_asked_for(options, msim_observers[i]))
            return true;
    }
    return false;
}

bool msim_options_ask_for(const struct msim_options *options, const struct msim_observer *observer)
{
    return msim_options_is_asked_for(options, observer) || is_with(options, observer);
}

struct msim_needs msim_options_needs(const struct msim_options *options,
                                     const struct msim_observer *observer)
{
    bool counts = observer->observed_used > 0; /* in columns of the simulator's */
    struct msim_needs needs = {.stream = counts, .misses = counts};
    if (observer->needs)
        observer->needs(msim_options_of(options, observer), &needs);
    return needs;
}

const char *msim_options_file(const struct msim_options *options,
                              const struct msim_observer *observer,
                              const struct msim_result_file *file)
{
    const char *own = msim_options_of(options, observer);
    return *(const char *const *)(const void *)(own + file->name);
}

/* True: a file of the observer has another name than the usual one. */
static const struct msim_result_file *named_file(const struct msim_options *options,
                                                 const struct msim_observer *observer)
{
    for (unsigned i = 0; i < observer->files_used; i++) {
        const struct msim_result_file *file = &observer->files[i];
        const char *usual = (const char *)observer->options.usual + file->name;
        const char *name = msim_options_file(options, observer, file);
        if (name && name != *(const char *const *)(const void *)usual)
            return file;
    }
    return NULL;
}

const struct msim_observer *msim_options_idle(const struct msim_options *options,
                                              const struct msim_result_file **file)
{
    for (unsigned i = 0; i < msim_observers_used; i++) {
        const struct msim_observer *observer = msim_observers[i];
        bool idle = observer->turned_on_by && !msim_options_ask_for(options, observer) &&
                    !options->decided[i];
        *file = idle ? named_file(options, observer) : NULL;
        if (*file)
            return observer;
    }
    return NULL;
}

static bool asks_for_flow(const struct msim_options *options)
{
    for (unsigned i = 0; i < msim_observers_used; i++)
        if (msim_options_ask_for(options, msim_observers[i]) &&
            msim_options_needs(options, msim_observers[i]).flow)
            return true;
    return false;
}

bool msim_options_inlined(const struct msim_options *options)
{
    if (options->inlined == MSIM_INLINE_AUTO)
        return asks_for_flow(options);
    return options->inlined == MSIM_INLINE_YES;
}

/* --- Options ------------------------------------------------------------------------------ */

/* The value in `argument` if it is this option, else NULL. */
static const char *value_of(const struct msim_option *option, const char *argument)
{
    const char *name = option->name;
    for (; *name; name++, argument++)
        if (*name != *argument)
            return NULL;
    return *argument == '=' ? argument + 1 : NULL;
}

const struct msim_option *msim_option_find(const char *argument)
{
    for (unsigned number = 0; number < tables(); number++)
        for (unsigned i = 0; i < table(number)->used; i++)
            if (value_of(&table(number)->option[i], argument))
                return &table(number)->option[i];
    return NULL;
}

const struct msim_option *msim_option_at(unsigned place)
{
    for (unsigned number = 0; number < tables(); place -= table(number++)->used)
        if (place < table(number)->used)
            return &table(number)->option[place];
    return NULL;
}

const struct msim_result_file *msim_option_file(const struct msim_option *option)
{
    for (unsigned i = 0; i < msim_observers_used; i++)
        for (unsigned k = 0; k < msim_observers[i]->files_used; k++)
            if (msim_same_text(msim_observers[i]->files[k].option, option->name))
                return &msim_observers[i]->files[k];
    return NULL;
}

const char *msim_option_set(struct msim_options *options, const struct msim_option *option,
                            const char *argument)
{
    for (unsigned i = 0; i < msim_observers_used; i++) {
        const char *by = msim_observers[i]->turned_on_by;
        options->decided[i] |= by && value_of(option, by);
    }
    return option->set(struct_of(options, table_of(option)), option, value_of(option, argument));
}

/* "    --NAME=FORM    HELP" */
static void put_help(struct msim_text *text, const struct msim_option *option)
{
    enum { COLUMNS = 39 };
    msim_put(text, "    ");
    msim_put(text, option->name);
    msim_put(text, "=");
    msim_put(text, option->form);
    size_t used = msim_length(option->name) + 1 + msim_length(option->form);
    do
        msim_put(text, " ");
    while (used++ < COLUMNS - 1);
    msim_put(text, option->help);
    msim_put(text, "\n");
}

void msim_options_help(struct msim_text *text)
{
    for (unsigned number = 0; number < tables(); number++)
        for (unsigned i = 0; i < table(number)->used; i++)
            put_help(text, &table(number)->option[i]);
    msim_put(text,
             "  A size is in bytes or written as 32K, 8M, 1.25M; ways are a number or full; a "
             "page\n  is 4K, 16K, 64K, 2M or 1G.\n");
}
