/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file of sharing; docs/format.md has its grammar.
 *
 * Units are sorted by their coherence misses, and so are predicted ones, after them.  Those that
 * were never watched have none of their references but those by which they changed hands, so they
 * are added up.
 */
#include "engine/base/sort.h"
#include "engine/machine/cycles.h"
#include "engine/machine/oneline.h"
#include "engine/where/names.h"
#include "predicted.h"
#include "processes.h"
#include "share.h"

struct file {
    const struct msim_share *share;
    struct msim_text text;
    struct msim_object_names names;
    struct msim_share_counts *sum; /* by unit */
    const uint32_t *order;         /* all units, those with most misses first, */
    uint32_t written;              /* how many of these are written */
    uint32_t *object;              /* the number of each in the file; 0: not written */
    uint32_t objects;
    struct msim_share_counts others, total;
    struct msim_predicted_list predicted;
};

static void put_field(struct file *file, uint64_t number)
{
    msim_put(&file->text, "\t");
    msim_put_number(&file->text, number);
}

static void put_signed(struct file *file, int64_t number)
{
    msim_put(&file->text, number < 0 ? "\t-" : "\t");
    msim_put_number(&file->text, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

static void put_counts(struct file *file, const char *keyword,
                       const struct msim_share_counts *counts)
{
    msim_put(&file->text, keyword);
    for (unsigned i = 0; i < MSIM_SHARE_COUNTS; i++)
        put_field(file, counts->count[i]);
    msim_put(&file->text, "\n");
}

/* --- Which units -------------------------------------------------------------------------- */

/* Of equal units, the one at the lower address comes first: caches decide which was met first. */
static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const struct file *file = context;
    uint64_t first = msim_share_misses(&file->sum[a]), second = msim_share_misses(&file->sum[b]);
    const struct msim_share_units *units = &file->share->units;
    if (first != second)
        return first > second;
    return msim_share_unit_at(units, a)->number < msim_share_unit_at(units, b)->number;
}

static void choose(struct file *file)
{
    const struct msim_share *share = file->share;
    uint32_t used = share->units.units.used;
    file->sum = msim_get(share->mem, used * sizeof *file->sum, 8);
    file->others = file->total = share->units.others;
    for (uint32_t i = 1; i < used; i++) {
        file->sum[i] = msim_share_unit_sum(&share->units, i);
        msim_share_add(&file->total, &file->sum[i]);
    }
    file->order = msim_sorted(share->mem, used, is_before, file);
    for (uint32_t i = 0; i < used; i++) {
        const struct msim_share_counts *sum = &file->sum[file->order[i]];
        if (msim_share_misses(sum) >= MSIM_SHARING_WATCHED_FROM)
            file->written = i + 1;
        else
            msim_share_add(&file->others, sum);
    }
}

/* --- Parts -------------------------------------------------------------------------------- */

static bool is_zero(const struct msim_share_counts *counts)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < MSIM_SHARE_COUNTS; i++)
        all |= counts->count[i];
    return !all;
}

/* What a unit's parts refer to. */
static void put_names(struct file *file, const struct msim_share_units *units, uint32_t unit)
{
    const struct msim_share *share = file->share;
    uint32_t number = msim_share_unit_at(units, unit)->first;
    while (number) {
        const struct msim_share_part *part = msim_share_part_at(units, number);
        number = part->next;
        if (is_zero(&part->counts))
            continue;
        msim_object_site(&file->names, part->key.site);
        if (file->object[part->key.object])
            continue;
        msim_object_put(&file->names, msim_object_at(&share->map.owners, part->key.object));
        file->object[part->key.object] = ++file->objects;
    }
}

static void put_part(struct file *file, const struct msim_share_part *part)
{
    msim_put(&file->text, "part");
    put_field(file, part->key.thread);
    put_field(file, msim_object_site(&file->names, part->key.site));
    put_field(file, file->object[part->key.object]);
    put_signed(file, part->at);
    put_field(file, part->key.offset);
    put_field(file, part->key.size);
    put_counts(file, "", &part->counts);
}

static void put_parts(struct file *file, const struct msim_share_units *units, uint32_t number)
{
    const struct msim_share_unit *unit = msim_share_unit_at(units, number);
    for (uint32_t i = unit->first; i; i = msim_share_part_at(units, i)->next)
        if (!is_zero(&msim_share_part_at(units, i)->counts))
            put_part(file, msim_share_part_at(units, i));
}

static void put_unit(struct file *file, uint32_t number)
{
    const struct msim_share_units *units = &file->share->units;
    msim_put(&file->text, "unit");
    put_field(file, msim_share_unit_at(units, number)->number * file->share->unit);
    put_counts(file, "", &file->sum[number]);
    put_parts(file, units, number);
}

static void put_predicted(struct file *file, const struct msim_predicted *predicted)
{
    const struct msim_near *near = file->share->near;
    msim_put(&file->text, "predicted");
    put_field(file, msim_near_address(near, predicted->pair, predicted->line));
    put_field(file, msim_near_bytes(near, predicted->line));
    put_counts(file, "", &predicted->sum);
    put_parts(file, &near->parts, predicted->unit);
}

/* --- Threads ------------------------------------------------------------------------------ */

/* Notes the threads of the unit's parts. */
static void note_threads(const struct msim_share_units *units, uint32_t unit, bool *noted,
                         uint32_t threads)
{
    for (uint32_t i = msim_share_unit_at(units, unit)->first; i;
         i = msim_share_part_at(units, i)->next)
        if (msim_share_part_at(units, i)->key.thread < threads)
            noted[msim_share_part_at(units, i)->key.thread] = true;
}

static void put_threads(struct file *file)
{
    const struct msim_share *share = file->share;
    uint32_t threads = share->lives.table.used;
    bool *noted = msim_get(share->mem, threads + 1, 8);
    for (uint32_t i = 0; i < file->written; i++)
        note_threads(&share->units, file->order[i], noted, threads);
    for (uint32_t i = 0; i < file->predicted.used; i++)
        note_threads(&share->near->parts, file->predicted.at[i].unit, noted, threads);
    for (uint32_t i = 0; i < threads; i++) {
        struct msim_share_life life = msim_share_life_of(&share->lives, i);
        if (!noted[i])
            continue;
        msim_put(&file->text, "# thread: ");
        msim_put_number(&file->text, i);
        put_field(file, life.began);
        put_field(file, life.ended < UINT64_MAX ? life.ended : share->sim->instructions);
        msim_put(&file->text, "\n");
    }
}

/* --- The file ----------------------------------------------------------------------------- */

static void put_twice(struct file *file)
{
    msim_put(&file->text, "# twice");
    for (unsigned i = 0; i < MSIM_SHARE_TWICE; i++)
        put_field(file, file->share->twice[i]);
    msim_put(&file->text, "\n");
}

static void put_fact(struct file *file, const char *key, uint64_t number)
{
    msim_put(&file->text, key);
    msim_put_number(&file->text, number);
    msim_put(&file->text, "\n");
}

static void put_head(struct file *file, const struct msim_about *about)
{
    const struct msim_share *share = file->share;
    uint32_t transfer = msim_cycles_transfer(share->machine);
    msim_put(&file->text, "# memsim share 1\n# command: ");
    msim_put_name(&file->text, about->command);
    msim_put(&file->text, "\n");
    msim_put_incomplete(&file->text, "# note: ", about);
    if (share->processes)
        msim_put(&file->text, "# note: " MSIM_SHARE_PROCESSES "\n");
    msim_put(&file->text, "# machine: ");
    msim_put_machine(&file->text, share->machine);
    msim_put(&file->text, "\n");
    if (about->dict)
        msim_put_fingerprint(&file->text, "# ", about->dict);
    put_fact(file, "# cores: ", share->machine->cores.used);
    put_fact(file, "# unit: ", share->unit);
    if (transfer)
        put_fact(file, "# transfer: ", transfer);
    put_fact(file, "# instructions: ", share->sim->instructions);
}

void msim_share_write(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    const struct msim_share *share = self;
    struct file file = {.share = share};
    msim_text_init(&file.text, sink);
    msim_object_names_init(&file.names, share->mem, share->dict, &share->sim->contexts.observer,
                           &file.text);
    file.object =
        msim_get(share->mem, ((size_t)share->map.owners.table.used + 1) * sizeof *file.object, 8);
    choose(&file);
    if (share->near)
        msim_predicted_make(&file.predicted, share);
    put_head(&file, about);
    put_threads(&file);
    for (uint32_t i = 0; i < file.written; i++)
        put_names(&file, &share->units, file.order[i]);
    for (uint32_t i = 0; i < file.predicted.used; i++)
        put_names(&file, &share->near->parts, file.predicted.at[i].unit);
    msim_put(&file.text, "# columns ADDRESS COUNTS; THREAD SITE OBJECT AT OFFSET SIZE COUNTS\n"
                         "# counts\tReads\tWrites\tTrue\tFalse\tTaken\tInvalidated\n");
    for (uint32_t i = 0; i < file.written; i++)
        put_unit(&file, file.order[i]);
    for (uint32_t i = 0; i < file.predicted.used; i++)
        put_predicted(&file, &file.predicted.at[i]);
    put_twice(&file);
    put_counts(&file, "other", &file.others);
    put_counts(&file, "#total", &file.total);
    put_fact(&file, "#end\t", (uint64_t)file.written + file.predicted.used);
    msim_text_flush(&file.text);
}
