/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Advice: watch (watch.h), propose (advise.h), replay each proposal, and list them by what they
 * save.
 *
 * Objects and layouts are compared by estimated cycles (engine/machine/cycles.h); where the
 * machine's latencies are not known, by 10 for a miss of a first level and 100 for one of the last
 * cache.
 */
#include "advise.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/trace/crew.h"
#include "engine/machine/cycles.h"
#include "shown.h"
#include "tried.h"

enum {
    MISS = 10,
    LAST_MISS = 100,
    LEAST_SHARE = 200, /* an object has at least 1/200 of all misses */
    COLUMN = 13,
    BESIDE = 40 /* columns that text has beside counts, else it is below them */
};

/* A proposal that was replayed. */
struct trial {
    const struct msim_proposal *proposal;
    struct msim_tried *tried;
    struct msim_row before, after; /* of its data */
    int64_t saved;                 /* of the whole program's costs */
};

struct advice {
    const struct msim_advising *advising;
    struct msim_machine machine;
    struct msim_cycles cycles;
    bool has_cycles;
    char *command;
    struct msim_watched_all *all;
    uint32_t *order; /* objects, costliest first */
    size_t objects;  /* that were looked at */
    struct msim_proposals proposals;
    struct trial *trial;
    uint32_t *best; /* trials, best first */
};

/* --- Costs -------------------------------------------------------------------------------- */

static uint64_t cost(const struct advice *advice, const struct msim_row *row)
{
    enum msim_count last = MSIM_MISS_L1;
    uint64_t sum = 0;
    if (advice->has_cycles)
        return msim_cycles_of(&advice->cycles, row);
    if (msim_has_count(&advice->machine, MSIM_READ, MSIM_MISS_L2))
        last = MSIM_MISS_L2;
    if (msim_has_count(&advice->machine, MSIM_READ, MSIM_MISS_L3))
        last = MSIM_MISS_L3;
    for (int kind = 0; kind < MSIM_KINDS; kind++)
        sum += MISS * row->count[kind][MSIM_MISS_L1] + LAST_MISS * row->count[kind][last];
    return sum;
}

static bool costs_more(const void *context, uint32_t a, uint32_t b)
{
    const struct advice *advice = context;
    return cost(advice, &advice->all->object[a].row) > cost(advice, &advice->all->object[b].row);
}

static bool saves_more(const void *context, uint32_t a, uint32_t b)
{
    const struct advice *advice = context;
    return advice->trial[a].saved > advice->trial[b].saved;
}

/* --- Watching ----------------------------------------------------------------------------- */

struct watching {
    const struct msim_layout_run *run;
    struct msim_watched_all *all;
    bool second;
};

static void run_watch(void *self, unsigned task, volatile uint64_t *part)
{
    const struct watching *watching = self;
    (void)task;
    msim_layout_watch(watching->run, watching->all, watching->second, part);
}

static void watch(struct advice *advice, bool second)
{
    const struct msim_advising *advising = advice->advising;
    struct watching watching = {advising->run, advice->all, second};
    struct msim_crew crew = {.tasks = 1,
                             .jobs = 1,
                             .what = second ? "looking at fields" : "looking for data",
                             .whole = advising->bytes,
                             .run = run_watch,
                             .self = &watching};
    msim_crew_run(&crew);
}

static void choose_objects(struct advice *advice)
{
    struct msim_watched_all *all = advice->all;
    msim_watched_elements(all);
    advice->order = msim_order((uint32_t)all->objects, costs_more, advice);
    uint64_t whole = cost(advice, &all->total) / LEAST_SHARE;
    for (size_t i = 0; i < all->objects && advice->objects < advice->advising->objects; i++) {
        struct msim_watched *object = &all->object[advice->order[i]];
        uint64_t own = cost(advice, &object->row);
        if (!own || own < whole)
            break;
        object->looked_at = true;
        advice->objects++;
    }
}

/* --- Trying ------------------------------------------------------------------------------- */

static void run_trial(void *self, unsigned task, volatile uint64_t *part)
{
    const struct advice *advice = self;
    const struct trial *trial = &advice->trial[task];
    msim_layout_try(advice->advising->run, &trial->proposal->layout, &trial->proposal->type, false,
                    trial->tried, part);
}

/* All rows of the only rule. */
static struct msim_row sum_of(const struct msim_tried *tried, uint32_t rows)
{
    struct msim_row sum = {0};
    for (uint32_t i = MSIM_RELOCATION_ROWS; i < rows; i++)
        msim_row_add(&sum, &tried->row[i]);
    return sum;
}

/* What it is for: an object, or several variables. */
static struct msim_row before_of(const struct advice *advice, const struct msim_layout_rule *rule,
                                 size_t object)
{
    const struct msim_watched_all *all = advice->all;
    struct msim_row sum = {0};
    if (rule->variables < 2)
        return all->object[object].row;
    for (size_t i = 0; i < rule->variables; i++) {
        const struct msim_named *known =
            msim_named_variable(advice->advising->run, rule->variable[i]);
        const char *name = known ? known->name : rule->variable[i];
        for (size_t k = 0; k < all->objects; k++)
            if (all->object[k].is_variable &&
                !strcmp(msim_watched_name(all, &all->object[k]), name))
                msim_row_add(&sum, &all->object[k].row);
    }
    return sum;
}

static void try_all(struct advice *advice)
{
    size_t count = advice->proposals.proposals;
    uint32_t *rows = msim_zeroed(count, sizeof *rows);
    advice->trial = msim_zeroed(count, sizeof *advice->trial);
    for (size_t i = 0; i < count; i++) {
        struct msim_relocation *relocation = msim_zeroed(1, sizeof *relocation);
        struct msim_proposal *proposal = &advice->proposals.proposal[i];
        struct msim_layout_rules *layout = &proposal->layout;
        advice->trial[i].proposal = proposal;
        proposal->words = msim_proposal_words(proposal, advice->all);
        msim_named_symbols(advice->advising->run, layout);
        rows[i] = msim_layout_prepare(relocation, layout, &proposal->type);
        advice->trial[i].tried = msim_tried_new(layout->rules, rows[i]);
        free(relocation);
    }
    struct msim_crew crew = {.tasks = (unsigned)count,
                             .jobs = advice->advising->jobs,
                             .what = "trying layouts",
                             .whole = advice->advising->bytes,
                             .run = run_trial,
                             .self = advice};
    msim_crew_run(&crew);
    int64_t before = (int64_t)cost(advice, &advice->all->total);
    for (size_t i = 0; i < count; i++) {
        struct trial *trial = &advice->trial[i];
        trial->before =
            before_of(advice, &trial->proposal->layout.rule[0], trial->proposal->object);
        trial->after = sum_of(trial->tried, rows[i]);
        trial->saved = before - (int64_t)cost(advice, &trial->tried->total);
    }
    advice->best = msim_order((uint32_t)count, saves_more, advice);
    free(rows);
}

/* --- Text --------------------------------------------------------------------------------- */

/* Text beside counts that are printed, or where too little room is left, below them. */
static void put_beside(const struct advice *advice, size_t events, const char *text, bool begins,
                       FILE *to)
{
    size_t counts = COLUMN * events + 2, width = advice->advising->width;
    bool below = width && counts + BESIDE > width;
    size_t indent = below ? 4 : counts;
    if (begins && below)
        fputc('\n', to);
    fprintf(to, "%*s", begins && !below ? 2 : (int)indent, "");
    msim_wrap(to, text, indent, indent + 2, width);
}

/* "4,000 blocks of 64 bytes; references to next: 32,000, key: 28,000", from malloc. */
static char *blocks_of(const struct msim_watched *object)
{
    enum { SHOWN = 8 };
    char *text = NULL;
    size_t bytes, fields = 0;
    FILE *to = msim_open_text(&text, &bytes);
    fprintf(to, "%s %s of %s", msim_human_count(object->blocks).text,
            object->is_variable   ? "variable"
            : object->blocks == 1 ? "block"
                                  : "blocks",
            msim_human_count(object->least).text);
    if (object->most != object->least)
        fprintf(to, " to %s", msim_human_count(object->most).text);
    fprintf(to, " bytes%s", object->is_array ? ", elements of " : "");
    if (object->is_array)
        fprintf(to, "%s", msim_human_count(object->element).text);
    struct msim_found_field *field = object->element ? msim_found_fields(object, &fields) : NULL;
    for (size_t i = 0; i < fields && i < SHOWN; i++) {
        struct msim_layout_field one = {(char *)field[i].name, field[i].from, field[i].to, 0};
        fputs(i ? ", " : "; references to ", to);
        msim_layout_put_field(&one, to);
        fprintf(to, ": %s", msim_human_count(field[i].references).text);
    }
    fputs(fields > SHOWN ? ", ..." : "", to);
    fclose(to);
    free(field);
    return text;
}

static void put_object(const struct advice *advice, const struct msim_watched *object, FILE *to)
{
    enum msim_count event[MSIM_COUNTS];
    size_t events = msim_layout_events(&advice->machine, event);
    char *name = msim_printed("%s%s", object->is_variable ? "static " : "",
                              msim_watched_name(advice->all, object));
    char *blocks = blocks_of(object);
    for (size_t i = 0; i < events; i++)
        fprintf(to, "%*s", COLUMN,
                msim_human_count(msim_layout_misses(&object->row, event[i], false)).text);
    put_beside(advice, events, name, true, to);
    put_beside(advice, events, blocks, false, to);
    MSIM_FREE(name, blocks);
}

static void put_heads(const struct advice *advice, FILE *to)
{
    enum msim_count event[MSIM_COUNTS];
    size_t events = msim_layout_events(&advice->machine, event);
    for (size_t i = 0; i < events; i++)
        fprintf(to, "%*s", COLUMN, msim_counted[event[i]].data);
    fputc('\n', to);
}

/* A rule as a shell takes it, on one line however long it is: it is to be copied. */
static void put_rule(const char *text, FILE *to)
{
    fputs("      --what-if='", to);
    for (const char *rest = text; *rest;) {
        size_t length = strcspn(rest, "'");
        msim_utf8_put(to, rest, length);
        rest += length;
        if (*rest)
            fputs("'\\''", to);
        rest += *rest != 0;
    }
    fputs("'\n", to);
}

static void put_trial(const struct advice *advice, const struct trial *trial, FILE *to)
{
    enum msim_count event[MSIM_COUNTS];
    size_t events = msim_layout_events(&advice->machine, event);
    for (size_t i = 0; i < events; i++) {
        char saved[16];
        fprintf(to, "%*s", COLUMN,
                msim_layout_saved(msim_layout_misses(&advice->all->total, event[i], true),
                                  msim_layout_misses(&trial->tried->total, event[i], true), saved));
    }
    put_beside(advice, events, trial->proposal->words, true, to);
    put_rule(trial->proposal->layout.rule[0].text, to);
}

/* How to go on. */
static void put_more(const struct advice *advice, FILE *to)
{
    char *trace = msim_shell_word(advice->advising->run->trace);
    fputs("memsim objects ", to);
    msim_utf8_put(to, trace, SIZE_MAX);
    fputs(" --what-if='LAYOUT' shows one in detail.\n", to);
    free(trace);
}

/* True: something is bytes only because the trace does not say what it is. */
static bool are_types_missing(const struct advice *advice)
{
    for (size_t i = 0; i < advice->objects; i++) {
        const struct msim_watched *object = &advice->all->object[advice->order[i]];
        if (object->element && !object->type && !object->is_variable)
            return !advice->advising->run->has_votes && !msim_types_no_reader();
    }
    return false;
}

static void put_text(const struct advice *advice, FILE *to)
{
    size_t worse = 0;
    msim_utf8_put(to, advice->command, SIZE_MAX);
    fputs("\n\nThe data with most misses\n", to);
    put_heads(advice, to);
    for (size_t i = 0; i < advice->objects; i++)
        put_object(advice, &advice->all->object[advice->order[i]], to);
    if (!advice->objects)
        fputs("  (no block and no variable has a share worth mentioning)\n", to);
    fputs("\nLayouts, by the misses of the whole program that they save\n", to);
    put_heads(advice, to);
    for (size_t i = 0; i < advice->proposals.proposals; i++) {
        const struct trial *trial = &advice->trial[advice->best[i]];
        if (trial->saved > 0)
            put_trial(advice, trial, to);
        else
            worse++;
    }
    if (worse == advice->proposals.proposals)
        fputs("  (none)\n", to);
    if (worse)
        fprintf(to, "\n%zu %s%s tried and %s nothing.\n", worse,
                worse < advice->proposals.proposals ? "more " : "", worse == 1 ? "was" : "were",
                worse == 1 ? "saves" : "save");
    if (!advice->proposals.proposals && advice->objects)
        fputs("\nNothing is proposed for blocks of many sizes.  Where a wrapper allocates for "
              "others,\n"
              "--alloc-fn=WRAPPER shows its callers.\n",
              to);
    if (worse < advice->proposals.proposals)
        put_more(advice, to);
    if (are_types_missing(advice))
        fputs("Fields have names where types are known; memsim run --objects-sim=yes "
              "--trace-file=...\n"
              "records what finds those of malloc's blocks.\n",
              to);
}

/* --- JSON --------------------------------------------------------------------------------- */

/* The members that a field has, whose object is open. */
static void put_field(struct msim_json *json, const char *name, uint64_t from, uint64_t to)
{
    msim_json_number(json, "offset", from);
    msim_json_number(json, "size", to - from);
    if (name)
        msim_json_text(json, "name", name);
    else
        msim_json_null(json, "name");
}

static void put_trial_json(const struct advice *advice, const struct trial *trial,
                           struct msim_json *json)
{
    const struct msim_layout_rule *rule = &trial->proposal->layout.rule[0];
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_text(json, "layout", rule->text);
    msim_json_text(json, "words", trial->proposal->words);
    msim_json_list(json, "fields", MSIM_JSON_INLINE);
    for (size_t i = 0; i < rule->fields; i++) {
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        put_field(json, rule->field[i].name, rule->field[i].from, rule->field[i].to);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_value(json, "saved", "%" PRId64, trial->saved);
    msim_layout_counts(json, "before", &advice->machine, &trial->before, false);
    msim_layout_counts(json, "after", &advice->machine, &trial->after, false);
    msim_layout_counts(json, "totals", &advice->machine, &trial->tried->total, true);
    msim_json_end(json);
}

static void put_json(const struct advice *advice, FILE *to)
{
    struct msim_json json = msim_json_report(to, "advice", 2);
    msim_json_text(&json, "command", advice->command);
    msim_layout_counts(&json, "totals", &advice->machine, &advice->all->total, true);
    msim_json_list(&json, "objects", 4);
    for (size_t i = 0; i < advice->objects; i++) {
        const struct msim_watched *object = &advice->all->object[advice->order[i]];
        size_t fields = 0;
        struct msim_found_field *field =
            object->element ? msim_found_fields(object, &fields) : NULL;
        msim_json_object(&json, NULL, MSIM_JSON_INLINE);
        msim_json_text(&json, "object", object->is_variable ? "static" : "heap");
        msim_json_text(&json, "name", msim_watched_name(advice->all, object));
        msim_json_number(&json, "blocks", object->blocks);
        msim_json_number(&json, "bytes", object->bytes);
        msim_json_number(&json, "element", object->element);
        msim_layout_counts(&json, "events", &advice->machine, &object->row, false);
        msim_json_list(&json, "fields", MSIM_JSON_INLINE);
        for (size_t k = 0; k < fields; k++) {
            msim_json_object(&json, NULL, MSIM_JSON_INLINE);
            put_field(&json, field[k].name, field[k].from, field[k].to);
            msim_json_number(&json, "references", field[k].references);
            msim_json_end(&json);
        }
        msim_json_end(&json);
        msim_json_end(&json);
        free(field);
    }
    msim_json_end(&json);
    msim_json_list(&json, "layouts", 4);
    for (size_t i = 0; i < advice->proposals.proposals; i++)
        put_trial_json(advice, &advice->trial[advice->best[i]], &json);
    msim_json_end(&json);
    msim_json_end(&json);
}

/* ------------------------------------------------------------------------------------------ */

void msim_advise(const struct msim_advising *advising, FILE *to)
{
    struct advice *advice = msim_zeroed(1, sizeof *advice);
    advice->advising = advising;
    advice->command = msim_layout_machine(advising->run, &advice->machine);
    advice->has_cycles = msim_cycles_init(&advice->cycles, &advice->machine);
    advice->all = msim_shared(sizeof *advice->all);
    msim_layout_look(advising->run);
    msim_named_make(advising->run);
    msim_voted_make(advising->run);
    watch(advice, false);
    choose_objects(advice);
    if (advice->objects)
        watch(advice, true);
    for (size_t i = 0; i < advice->objects; i++) {
        struct msim_watched *object = &advice->all->object[advice->order[i]];
        msim_watched_unrolled(object);
        msim_watched_name_fields(advising->run, object);
    }
    uint64_t line = msim_layout_line(&advice->machine);
    for (size_t i = 0; i < advice->objects; i++)
        msim_propose(&advice->proposals, advice->all, advice->order[i], line);
    msim_propose_together(&advice->proposals, advice->all, advice->order, advice->objects, line);
    try_all(advice);
    if (advising->json)
        put_json(advice, to);
    else
        put_text(advice, to);
}
