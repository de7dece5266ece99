/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file of objects; docs/format.md has its grammar. */
#include "engine/base/text.h"
#include "engine/machine/cycles.h"
#include "engine/machine/names.h"
#include "engine/machine/oneline.h"
#include "engine/where/names.h"
#include "objects.h"

struct file {
    const struct msim_objects *objects;
    struct msim_text text;
    struct msim_object_names names;
    uint32_t *number;   /* of each object in the file; 0: it has none */
    uint16_t *modified; /* of each site: bytes that its instruction reads and writes; 0: none */
    uint32_t used;
    struct msim_use_counts total[MSIM_KINDS], waited[MSIM_WAIT_TABLES];
};

/* The counts of references, or a table of waits (waits.h). */
enum { REFERENCES, WAITS, TABLES = WAITS + MSIM_WAIT_TABLES };

static const char *const ways[MSIM_KINDS] = {"fetch", "read", "write"};

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

static bool has(const struct file *file, enum msim_count count)
{
    return msim_has_count(file->objects->machine, MSIM_READ, count) ||
           msim_has_count(file->objects->machine, MSIM_FETCH, count);
}

/* The number of tables that there are. */
static unsigned tables_of(const struct msim_objects *objects)
{
    return objects->waits ? TABLES : WAITS;
}

static const struct msim_uses *uses_of(const struct msim_objects *objects, unsigned table)
{
    return table == REFERENCES ? &objects->uses : &objects->waits->uses[table - WAITS];
}

static const struct msim_within *within_of(const struct msim_objects *objects, unsigned table)
{
    return table == REFERENCES ? &objects->within : &objects->waits->within[table - WAITS];
}

/* What there is of references, and what loads waited for in each table; NULL: nothing. */
static void put_counts(struct file *file, const struct msim_use_counts *row,
                       const struct msim_use_counts *const *waited)
{
    const struct msim_object_waits *waits = file->objects->waits;
    for (unsigned i = 0; i < MSIM_COUNTS; i++)
        if (has(file, i))
            put_field(file, row ? row->count[i] : 0);
    for (unsigned i = 0; waits && i < waits->columns; i++) {
        const struct msim_use_counts *from = waited[i / MSIM_COUNTS];
        put_field(file, from ? from->count[i % MSIM_COUNTS] : 0);
    }
}

/* What a table has. */
static void put_of_table(struct file *file, unsigned table, const struct msim_use_counts *row)
{
    const struct msim_use_counts *waited[MSIM_WAIT_TABLES] = {NULL};
    if (table != REFERENCES)
        waited[table - WAITS] = row;
    put_counts(file, table == REFERENCES ? row : NULL, waited);
}

static bool is_zero(const struct msim_use_counts *row)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < MSIM_COUNTS; i++)
        all |= row->count[i];
    return !all;
}

static struct msim_use_counts sum_of(const struct msim_use *use)
{
    struct msim_use_counts sum = {{0}};
    for (unsigned i = 0; i < use->cells; i++)
        msim_use_counts_add(&sum, &use->counts[i]);
    return sum;
}

/* --- What was beyond the limit ------------------------------------------------------------ */

static void put_bound(struct msim_text *text, const char *start, const struct msim_uses *uses)
{
    if (!msim_uses_are_near(uses))
        return;
    msim_put(text, start);
    msim_put(text, "Bounded: uses of objects took the ");
    msim_put_size(text, uses->limit);
    msim_put(text, " of --objects-limit, so later ones have no offsets, or count as (beyond "
                   "--objects-limit); sums are "
                   "exact; a larger --objects-limit= has more\n");
}

void msim_objects_summary(const void *self, const struct msim_lines *lines)
{
    const struct msim_objects *objects = self;
    const struct msim_uses *uses = &objects->uses;
    struct msim_line line;
    if (!msim_uses_are_near(uses))
        return;
    msim_line_init(&line, lines);
    msim_put(&line.text, "note: uses of objects took the ");
    msim_put_size(&line.text, uses->limit);
    msim_put(&line.text, " of --objects-limit, so later ones have no offsets,");
    msim_line_end(&line);
    msim_put(&line.text,
             "... or count as (beyond --objects-limit); all sums are exact; --objects-limit=");
    msim_put_size(&line.text, 4 * uses->limit);
    msim_put(&line.text, " has more");
    msim_line_end(&line);
}

/* --- Head --------------------------------------------------------------------------------- */

static void put_head(struct file *file, const struct msim_about *about)
{
    struct msim_text *text = &file->text;
    struct msim_cycles cycles;
    msim_put(text, "# memsim objects 1\n# command: ");
    msim_put_name(text, about->command);
    msim_put(text, "\n");
    msim_put_incomplete(text, "# note: ", about);
    put_bound(text, "# note: ", &file->objects->uses);
    msim_within_put_bound(text, "# note: ", &file->objects->within);
    msim_put(text, "# machine: ");
    msim_put_machine(text, file->objects->machine);
    if (msim_cycles_init(&cycles, file->objects->machine)) {
        msim_put(text, "\n# cycles: ");
        msim_cycles_put(text, &cycles);
        msim_put_sampled(text, "\n# sampled: ", file->objects->machine);
    }
    msim_put(text, "\n");
    if (about->dict)
        msim_put_fingerprint(text, "# ", about->dict);
    msim_put(text, file->objects->all ? "# references: accesses\n" : "# references: misses\n");
    if (file->objects->lines.on) {
        msim_put(text, "# line: ");
        msim_put_number(text, file->objects->lines.patterns.line);
        msim_put(text, "\n");
    }
    msim_put(text, "# instructions: ");
    msim_put_number(text, file->objects->sim->instructions);
    msim_put(text, "\n# peak: ");
    msim_put_number(text, file->objects->map.lives.peak_time);
    msim_put(text, "\n");
}

/* --- Objects ------------------------------------------------------------------------------ */

static uint32_t site_of(struct file *file, const struct msim_use *use)
{
    return use->key.site == MSIM_BEYOND_SITE ? msim_object_beyond(&file->names)
                                             : msim_object_site(&file->names, use->key.site);
}

static void put_object(struct file *file, const struct msim_use *use)
{
    struct msim_use_counts sum = sum_of(use);
    if (is_zero(&sum))
        return;
    site_of(file, use);
    if (file->number[use->key.object])
        return;
    msim_object_put(&file->names, msim_object_at(&file->objects->map.owners, use->key.object));
    file->number[use->key.object] = ++file->used;
}

static void put_contexts(struct file *file, const struct msim_within *within)
{
    for (uint32_t i = 0; i < within->table.used; i++) {
        const struct msim_object_in *in = msim_within_at(within, i);
        struct msim_use_counts reads = msim_within_counts(within, in, MSIM_READ);
        struct msim_use_counts writes = msim_within_counts(within, in, MSIM_WRITE);
        if (!is_zero(&reads) || !is_zero(&writes))
            msim_object_context(&file->names, in->context);
    }
}

/* Objects are numbered in the order in which the program first used them. */
static void put_objects(struct file *file, unsigned table)
{
    const struct msim_uses *uses = uses_of(file->objects, table);
    for (uint32_t i = 0; i < uses->table.used; i++)
        put_object(file, msim_use_at(uses, i));
    put_contexts(file, within_of(file->objects, table));
}

static void put_life(struct file *file, const struct msim_life *life)
{
    const struct msim_lives_sum sums[] = {life->all, life->most, life->at_peak, life->at_end};
    uint32_t stack = msim_object_stack(&file->names, life->stack);
    msim_put(&file->text, "life");
    put_field(file, stack);
    for (unsigned i = 0; i < sizeof sums / sizeof *sums; i++) {
        put_field(file, sums[i].blocks);
        put_field(file, sums[i].bytes);
    }
    put_field(file, life->lifetime);
    msim_put(&file->text, "\n");
}

/* Also for unused blocks.  In a forked child, some stacks have no blocks. */
static void put_lives(struct file *file)
{
    const struct msim_objects *objects = file->objects;
    for (uint32_t i = 0; i < msim_lives_used(&objects->map.lives); i++) {
        struct msim_life life = msim_lives_at(&objects->map.lives, i, objects->sim->instructions);
        if (life.all.blocks)
            put_life(file, &life);
    }
}

/* --- Uses --------------------------------------------------------------------------------- */

static int64_t modulo(int64_t offset, uint64_t stride)
{
    if (!stride)
        return offset;
    if (offset >= 0)
        return (int64_t)((uint64_t)offset % stride);
    uint64_t below = -(uint64_t)offset % stride;
    return below ? (int64_t)(stride - below) : 0;
}

/* An instruction has at most one such access, so the site identifies it. */
static void find_modified(struct file *file, const struct msim_mem *mem)
{
    const struct msim_dict *dict = file->objects->dict;
    file->modified = msim_get(mem, ((size_t)dict->sites.used + 1) * sizeof *file->modified, 8);
    for (uint32_t i = 0; i < dict->segments.used; i++) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, i);
        for (unsigned k = 0; k < segment->accesses_used; k++) {
            const struct msim_access *access = &segment->accesses[k];
            if (access->modify)
                file->modified[segment->instrs[access->instr].site] =
                    (uint16_t)msim_hot_size(&file->objects->sim->hot, access);
        }
    }
}

static const char *access_of(const struct file *file, const struct msim_use_key *key)
{
    bool modifies = key->kind == MSIM_READ && key->site != MSIM_BEYOND_SITE &&
                    file->modified[key->site] == key->size;
    return modifies ? "modify" : ways[key->kind];
}

static void put_use(struct file *file, unsigned table, const struct msim_use *use)
{
    struct msim_use_counts *total =
        table == REFERENCES ? &file->total[use->key.kind] : &file->waited[table - WAITS];
    uint64_t stride = use->folded ? use->stride : 0;
    msim_put(&file->text, "use");
    put_field(file, file->number[use->key.object]);
    put_field(file, site_of(file, use));
    msim_put(&file->text, "\t");
    msim_put(&file->text, access_of(file, &use->key));
    put_field(file, use->key.size);
    put_field(file, stride);
    put_signed(file, use->first);
    put_signed(file, use->last);
    for (unsigned i = 0; i < 3; i++) {
        msim_put(&file->text, i ? "," : "\t");
        msim_put_number(&file->text, table == REFERENCES ? use->steps[i] : 0);
    }
    msim_put(&file->text, "\n");
    for (unsigned i = 0; i < use->cells; i++) {
        if (is_zero(&use->counts[i]))
            continue;
        msim_put(&file->text, "cell");
        put_signed(file, modulo(use->offset[i], stride));
        put_of_table(file, table, &use->counts[i]);
        msim_put(&file->text, "\n");
        msim_use_counts_add(total, &use->counts[i]);
    }
}

static void put_events(struct file *file)
{
    msim_put(&file->text, "# events");
    for (unsigned i = 0; i < MSIM_COUNTS; i++)
        if (has(file, i)) {
            msim_put(&file->text, "\t");
            msim_put(&file->text, msim_counted[i].of_objects);
        }
    const struct msim_observed *const *observed = file->objects->machine->observed;
    for (unsigned i = 0; file->objects->waits && i < MSIM_OBSERVED_MAX && observed[i]; i++)
        if (observed[i]->of_loads) {
            msim_put(&file->text, "\t");
            msim_put(&file->text, observed[i]->words.name);
        }
    msim_put(&file->text, "\n");
}

/* The cycles that belong to no object, by column; and for each column of an observer, that it is
 * one. */
static void put_other(struct file *file)
{
    const struct msim_object_waits *waits = file->objects->waits;
    const struct msim_observed *const *observed = file->objects->machine->observed;
    if (!waits)
        return;
    msim_put(&file->text, "#other");
    for (unsigned i = 0; i < MSIM_OBSERVED_MAX && observed[i]; i++)
        if (observed[i]->part || observed[i]->of_loads) {
            msim_put(&file->text, "\t");
            msim_put(&file->text, observed[i]->words.name);
            put_field(file, waits->other[i]);
        }
    msim_put(&file->text, "\n");
}

static void put_uses(struct file *file, unsigned table)
{
    const struct msim_uses *uses = uses_of(file->objects, table);
    for (uint32_t i = 0; i < uses->table.used; i++) {
        const struct msim_use *use = msim_use_at(uses, i);
        struct msim_use_counts sum = sum_of(use);
        if (!is_zero(&sum))
            put_use(file, table, use);
    }
}

static void put_in(struct file *file, unsigned table, const struct msim_object_in *in)
{
    const struct msim_within *within = within_of(file->objects, table);
    for (unsigned kind = MSIM_READ; kind <= MSIM_WRITE; kind++) {
        struct msim_use_counts counts = msim_within_counts(within, in, kind);
        if (is_zero(&counts))
            continue;
        msim_put(&file->text, "in");
        put_field(file, file->number[in->object]);
        put_field(file, msim_object_context(&file->names, in->context));
        msim_put(&file->text, "\t");
        msim_put(&file->text, ways[kind]);
        put_of_table(file, table, &counts);
        msim_put(&file->text, "\n");
    }
}

/* --- Lines -------------------------------------------------------------------------------- */

static void put_mask(struct file *file, uint64_t mask)
{
    char digits[17] = "";
    unsigned used = mask ? (unsigned)(67 - __builtin_clzll(mask)) / 4 : 1;
    for (unsigned i = used; i--; mask >>= 4)
        digits[i] = "0123456789abcdef"[mask & 15];
    msim_put(&file->text, "\t");
    msim_put(&file->text, digits);
}

static void put_group(struct file *file, const struct msim_pattern_group *group)
{
    const uint64_t counts[] = {group->lines, group->fetches, group->bytes, group->other_times,
                               group->other_bytes};
    msim_put(&file->text, "lines");
    put_field(file, file->number[group->object]);
    put_field(file, group->modulus);
    put_signed(file, group->first);
    put_signed(file, group->last);
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
        put_field(file, counts[i]);
    msim_put(&file->text, "\n");
    for (unsigned i = 0; i < group->used; i++) {
        msim_put(&file->text, "line");
        put_signed(file, group->pattern[i].offset);
        put_mask(file, group->pattern[i].mask);
        put_field(file, group->pattern[i].times);
        msim_put(&file->text, "\n");
    }
}

static void put_lines(struct file *file)
{
    const struct msim_patterns *patterns = &file->objects->lines.patterns;
    for (uint32_t i = 0; i < patterns->groups.used; i++) {
        const struct msim_pattern_group *group = msim_pattern_group_at(patterns, i);
        if (group->used || group->lines)
            put_group(file, group);
    }
}

/* --- The file ----------------------------------------------------------------------------- */

static void put_totals(struct file *file)
{
    static const enum msim_kind order[] = {MSIM_READ, MSIM_WRITE, MSIM_FETCH};
    const struct msim_use_counts *waited[MSIM_WAIT_TABLES];
    for (unsigned i = 0; i < MSIM_KINDS; i++) {
        msim_put(&file->text, "#total\t");
        msim_put(&file->text, ways[order[i]]);
        for (unsigned table = 0; table < MSIM_WAIT_TABLES; table++)
            waited[table] = order[i] == MSIM_READ ? &file->waited[table] : NULL;
        put_counts(file, &file->total[order[i]], waited);
        msim_put(&file->text, "\n");
    }
}

void msim_objects_write(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    const struct msim_objects *objects = self;
    const struct msim_mem *mem = objects->mem;
    struct file file = {.objects = objects};
    msim_text_init(&file.text, sink);
    msim_object_names_init(&file.names, mem, objects->dict, &objects->sim->contexts.observer,
                           &file.text);
    file.number =
        msim_get(mem, ((size_t)objects->map.owners.table.used + 1) * sizeof *file.number, 8);
    find_modified(&file, mem);
    put_head(&file, about);
    put_objects(&file, REFERENCES);
    put_lives(&file);
    for (unsigned table = WAITS; table < tables_of(objects); table++)
        put_objects(&file, table); /* so that those before have the same numbers without cycles */
    put_events(&file);
    put_other(&file);
    for (unsigned table = 0; table < tables_of(objects); table++)
        put_uses(&file, table);
    for (unsigned table = 0; table < tables_of(objects); table++)
        for (uint32_t i = 0; i < within_of(objects, table)->table.used; i++)
            put_in(&file, table, msim_within_at(within_of(objects, table), i));
    put_lines(&file);
    put_totals(&file);
    msim_put(&file.text, "#end");
    put_field(&file, file.used);
    msim_put(&file.text, "\n");
    msim_text_flush(&file.text);
}
