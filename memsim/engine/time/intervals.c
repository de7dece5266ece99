/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The intervals of intervals.h. */
#include "intervals.h"

#include "stream/event.h"

enum { STRINGS_MAX = 1 << 25, TO_COME = -1 };

/* --- Rows --------------------------------------------------------------------------------- */

/* The present time, in the unit of intervals. */
static uint64_t time_of(const struct msim_intervals *intervals, uint64_t instructions)
{
    return intervals->unit == MSIM_INTERVAL_INSTRUCTIONS ? instructions : intervals->clock;
}

static void set_limit(struct msim_intervals *intervals, uint64_t instructions)
{
    if (intervals->unit == MSIM_INTERVAL_INSTRUCTIONS)
        intervals->sim->parts.limit = msim_interval_end(&intervals->rows, instructions);
}

/* What ran since the last row, as a row. */
static struct msim_interval row_now(const struct msim_intervals *intervals, uint64_t instructions)
{
    struct msim_interval row = intervals->now;
    row.to = instructions;
    row.clock = intervals->clock;
    row.functions = msim_tally_largest(&intervals->functions);
    row.parts = msim_tally_largest(&intervals->parts);
    return row;
}

static void forget_now(struct msim_intervals *intervals, uint64_t instructions)
{
    intervals->now = (struct msim_interval){.to = 0};
    intervals->begun = instructions;
    msim_tally_clear(&intervals->functions);
    msim_tally_clear(&intervals->parts);
}

static void end_row(struct msim_intervals *intervals, uint64_t instructions)
{
    if (instructions > intervals->begun) {
        struct msim_interval row = row_now(intervals, instructions);
        msim_parts_end_interval(&intervals->sim->parts);
        row.mark = intervals->queued++;
        msim_interval_add(&intervals->rows, &row, time_of(intervals, instructions));
        forget_now(intervals, instructions);
    }
    set_limit(intervals, instructions);
}

/* --- What runs ---------------------------------------------------------------------------- */

static void add_shared(struct msim_intervals *intervals, const struct msim_parts *parts)
{
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned i = 0; i < MSIM_SHARED_COUNTS; i++)
            intervals->now.shared[kind][i] += parts->conditional.count[kind][MSIM_TRUE_SHARED + i];
}

static void add_segments(struct msim_intervals *intervals, const struct msim_parts *parts)
{
    uint64_t *refs = intervals->now.refs, before = refs[MSIM_FETCH];
    for (uint32_t i = 0; i < parts->ran_used; i++) {
        uint32_t segment = *MSIM_TABLE_AT(&parts->ran, i, uint32_t);
        msim_interval_segment_add(&intervals->segments, segment,
                                  msim_hot_of(parts->hot, segment)->count, refs,
                                  &intervals->functions);
    }
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        refs[kind] += parts->conditional.count[kind][MSIM_REFS];
    add_shared(intervals, parts);
    uint32_t path = msim_part_path(&intervals->paths, &parts->open.tree, parts->number);
    if (!path)
        return;
    msim_tally_extend(&intervals->parts, path + 1);
    msim_tally_add(&intervals->parts, path, refs[MSIM_FETCH] - before);
}

/* A boundary; it may be the end of an interval.  While nothing is collected, prefetches may end that
 * were. */
void msim_intervals_ran(void *self, struct msim_parts *parts, uint64_t instructions)
{
    struct msim_intervals *intervals = self;
    if (parts->off)
        add_shared(intervals, parts);
    else
        add_segments(intervals, parts);
    if (instructions >= parts->limit)
        end_row(intervals, instructions);
}

void msim_intervals_init(struct msim_intervals *intervals, const struct msim_mem *mem,
                         const struct msim_machine *machine, struct msim_sim *sim,
                         const struct msim_interval_rows *rows, enum msim_interval_unit unit)
{
    *intervals = (struct msim_intervals){
        .mem = mem, .machine = machine, .sim = sim, .unit = unit, .rows = *rows};
    msim_tally_init(&intervals->functions, mem, STRINGS_MAX);
    msim_tally_init(&intervals->parts, mem, MSIM_PARTS_MAX);
    msim_part_paths_init(&intervals->paths, mem);
    msim_interval_segments_init(&intervals->segments, mem, sim->dict);
    msim_allocated_init(&intervals->bytes, mem);
    msim_table_init(&intervals->marks, mem, sizeof(struct msim_time_mark), MSIM_MARKS_MAX);
    intervals->queued = 1;
    set_limit(intervals, 0);
}

void msim_intervals_extend(void *self)
{
    struct msim_intervals *intervals = self;
    msim_interval_segments_extend(&intervals->segments);
    msim_tally_extend(&intervals->functions, intervals->sim->dict->strings.used);
}

/* --- Events ------------------------------------------------------------------------------- */

/* The clock has advanced, so the interval may be over. */
static void move_clock(struct msim_intervals *intervals, uint64_t clock, uint64_t instructions)
{
    struct msim_interval_rows *rows = &intervals->rows;
    if (clock <= intervals->clock)
        return;
    bool over = msim_interval_slot(rows, clock) > msim_interval_slot(rows, intervals->clock);
    intervals->clock = clock;
    if (!over)
        return;
    msim_parts_boundary(&intervals->sim->parts, instructions);
    end_row(intervals, instructions);
}

static void add_mark(struct msim_intervals *intervals, uint32_t text, uint64_t instructions)
{
    struct msim_time_mark *mark = msim_table_add(&intervals->marks);
    uint32_t thread = intervals->sim->parts.open.running;
    if (!mark)
        intervals->marks_left_out++;
    else
        *mark = (struct msim_time_mark){instructions, thread ? thread : 1, text};
}

void msim_intervals_event(void *self, const uint64_t *record, uint64_t instructions)
{
    struct msim_intervals *intervals = self;
    enum msim_event event = msim_event_of(*record);
    if (event == MSIM_EVENT_TIME && intervals->unit == MSIM_INTERVAL_MS) {
        move_clock(intervals, record[1] / 1000, instructions);
    } else if (event == MSIM_EVENT_HEAP && intervals->unit == MSIM_INTERVAL_BYTES) {
        msim_allocated_event(&intervals->bytes, record);
        move_clock(intervals, intervals->bytes.changed, instructions);
    } else if (event == MSIM_EVENT_PART && msim_part_call_of(record) == MSIM_PART_MARK) {
        add_mark(intervals, msim_event_upper(record[1]), instructions);
    }
}

void msim_intervals_clear(void *self)
{
    struct msim_intervals *intervals = self;
    uint64_t instructions = intervals->sim->instructions;
    forget_now(intervals, instructions);
    intervals->from = instructions;
    msim_parts_end_interval(&intervals->sim->parts);
    intervals->first_mark = intervals->queued++;
    msim_interval_rows_clear(&intervals->rows, time_of(intervals, instructions));
    intervals->marks.used = 0;
    intervals->marks_left_out = 0;
}

/* --- Results ------------------------------------------------------------------------------ */

static bool goes_on(const struct msim_intervals *intervals)
{
    return intervals->sim->instructions > intervals->begun;
}

uint32_t msim_intervals_used(const struct msim_intervals *intervals)
{
    const struct msim_interval_rows *rows = &intervals->rows;
    return rows->table.used + (goes_on(intervals) && !rows->goes_on);
}

/* The total of misses at a mark in the queue; TO_COME: the present total. */
static struct msim_row missed_at(const struct msim_intervals *intervals, uint32_t mark)
{
    const struct msim_outer_levels *outer = &intervals->sim->outer;
    return mark == (uint32_t)TO_COME || mark >= outer->intervals.used
               ? outer->total
               : *MSIM_TABLE_AT(&outer->intervals, mark, struct msim_row);
}

struct msim_interval msim_intervals_row(const struct msim_intervals *intervals, uint32_t number,
                                        struct msim_row *counts)
{
    const struct msim_interval_rows *rows = &intervals->rows;
    struct msim_interval row = {.to = 0}, last;
    if (number < rows->table.used)
        row = *msim_interval_at(rows, number);
    if (number + 1 == msim_intervals_used(intervals) && goes_on(intervals)) {
        last = row_now(intervals, intervals->sim->instructions);
        last.mark = (uint32_t)TO_COME;
        if (number < rows->table.used)
            msim_interval_join(&row, &last);
        else
            row = last;
    }
    uint32_t before = number ? msim_interval_at(rows, number - 1)->mark : intervals->first_mark;
    struct msim_row missed = missed_at(intervals, before);
    *counts = missed_at(intervals, row.mark);
    msim_row_subtract(counts, &missed);
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++) {
        counts->count[kind][MSIM_REFS] = row.refs[kind];
        for (unsigned i = 0; i < MSIM_SHARED_COUNTS; i++)
            counts->count[kind][MSIM_TRUE_SHARED + i] = row.shared[kind][i];
    }
    return row;
}
