/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds phases and what they are known by; see phases.h. */
#include "phases.h"

#include <math.h>
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/columns/usual.h"
#include "segment.h"

enum { FUNCTIONS = 16 }; /* that have a coordinate of their own */

static const double least_weight = 0.05, alike = 1.25;

struct finding {
    const struct msim_timed *timed;
    const struct msim_columns *columns;
    double *whole;            /* each column's value for all rows */
    double *cost;             /* what its events cost, all columns' largest being 1 */
    uint32_t *place;          /* of each function, from 1; 0: with the others */
    size_t functions, others; /* coordinates: the functions', the others', then the rates' */
    size_t coordinates;
};

/* --- Coordinates -------------------------------------------------------------------------- */

static void weigh_columns(struct finding *finding, const char *cycles)
{
    const struct msim_columns *columns = finding->columns;
    double most = 0;
    for (size_t i = 0; i < columns->columns; i++) {
        const struct msim_column *column = &columns->column[i];
        double cost = msim_column_cost(column, &finding->timed->counts, cycles);
        most = cost > most ? cost : most;
        finding->cost[i] = cost;
        finding->whole[i] = msim_time_value(finding->timed, column, 0, finding->timed->rows);
    }
    for (size_t i = 0; i < columns->columns && most > 0; i++) {
        finding->cost[i] /= most;
        if (finding->cost[i] < least_weight)
            finding->cost[i] = least_weight;
    }
}

static void choose_functions(struct finding *finding)
{
    size_t used;
    const struct msim_timed *timed = finding->timed;
    struct msim_timed_share *share = msim_time_functions(timed, 0, timed->rows, &used);
    finding->place = msim_zeroed(timed->functions, sizeof *finding->place);
    finding->functions = used < FUNCTIONS ? used : FUNCTIONS;
    for (size_t i = 0; i < finding->functions; i++)
        finding->place[share[i].number] = (uint32_t)i + 1;
    free(share);
    finding->others = finding->functions;
    finding->coordinates = finding->functions + 1 + finding->columns->columns;
}

static void place_functions(const struct finding *finding, const struct msim_timed_row *row,
                            double instructions, double *value)
{
    double rest = instructions;
    for (size_t k = 0; k < row->functions; k++) {
        const struct msim_timed_share *share = &finding->timed->share[row->function + k];
        uint32_t place = finding->place[share->number];
        if (!place)
            continue;
        value[place - 1] += (double)share->instructions;
        rest -= (double)share->instructions;
    }
    value[finding->others] = rest;
    for (size_t i = 0; i <= finding->others; i++)
        value[i] = value[i] > 0 ? sqrt(value[i] / instructions) : 0;
}

static void place_row(const struct finding *finding, size_t number, double *value)
{
    const struct msim_timed *timed = finding->timed;
    double instructions = (double)msim_timed_counts(timed, number)[0];
    if (instructions <= 0) /* nothing was counted: far from all others */
        return;
    place_functions(finding, &timed->row[number], instructions, value);
    for (size_t i = 0; i < finding->columns->columns; i++) {
        double rate = msim_time_value(timed, &finding->columns->column[i], number, number + 1);
        double place = rate > 0 ? rate / (rate + finding->whole[i]) : 0;
        value[finding->others + 1 + i] = sqrt(finding->cost[i]) * place;
    }
}

static size_t *divide(const struct finding *finding, size_t most, size_t *segments)
{
    const struct msim_timed *timed = finding->timed;
    double *value = msim_zeroed(timed->rows * finding->coordinates, sizeof *value);
    double *weight = msim_zeroed(timed->rows, sizeof *weight);
    for (size_t i = 0; i < timed->rows; i++) {
        place_row(finding, i, value + i * finding->coordinates);
        weight[i] = (double)msim_timed_length(timed, i, i + 1);
    }
    struct msim_points points = {timed->rows, finding->coordinates, value, weight};
    size_t *end = msim_segments(&points, most, segments);
    MSIM_FREE(value, weight);
    return end;
}

/* --- Transitions -------------------------------------------------------------------------- */

/* The part of the row's instructions in functions that have at least a twentieth of rows
 * from..end. */
static double shared(const struct msim_timed *timed, size_t row, size_t from, size_t end)
{
    const struct msim_timed_row *is = &timed->row[row];
    double whole = (double)msim_timed_counts(timed, row)[0], part = 0;
    int64_t sum[MSIM_EVENTS_MAX];
    size_t used;
    struct msim_timed_share *share = msim_time_functions(timed, from, end, &used);
    msim_time_sum(timed, from, end, sum);
    for (size_t i = 0; i < used; i++)
        for (size_t k = 0; k < is->functions; k++)
            if (timed->share[is->function + k].number == share[i].number &&
                share[i].instructions >= (uint64_t)sum[0] / 20)
                part += (double)timed->share[is->function + k].instructions;
    free(share);
    return whole > 0 ? part / whole : 0;
}

/* True: the row's rates are between those of the phases before and after it. */
static bool is_between(const struct finding *finding, const size_t *bound)
{
    const struct msim_timed *timed = finding->timed;
    for (size_t i = 0; i < finding->columns->columns; i++) {
        const struct msim_column *column = &finding->columns->column[i];
        double before = msim_time_value(timed, column, bound[0], bound[1]);
        double after = msim_time_value(timed, column, bound[2], bound[3]);
        double rate = msim_time_value(timed, column, bound[1], bound[2]);
        double least = before < after ? before : after, most = before < after ? after : before;
        if (column->kind != MSIM_COLUMN_COUNT && (rate < least / alike || rate > most * alike))
            return false;
    }
    return true;
}

/* A phase of one row that is a mixture of its neighbours is where one becomes the other, and
 * belongs to that with which it has more in common. */
static void join_transitions(const struct finding *finding, size_t *end, size_t *segments)
{
    const double most = 0.9;
    size_t used = 0;
    for (size_t i = 0; i < *segments; i++) {
        end[used++] = end[i];
        if (used < 2 || i + 1 == *segments || end[used - 1] - end[used - 2] != 1)
            continue;
        size_t bound[] = {used > 2 ? end[used - 3] : 0, end[used - 2], end[i], end[i + 1]};
        double before = shared(finding->timed, bound[1], bound[0], bound[1]);
        double after = shared(finding->timed, bound[1], bound[2], bound[3]);
        if (before + after < most || !is_between(finding, bound))
            continue;
        used--;
        end[used - 1] += before >= after;
    }
    *segments = used;
}

/* --- Names -------------------------------------------------------------------------------- */

/* The rate that differs most, in what it costs, from the whole run's. */
static void find_difference(const struct finding *finding, struct msim_phase *phase)
{
    double most = 0;
    for (size_t i = 0; i < finding->columns->columns; i++) {
        const struct msim_column *column = &finding->columns->column[i];
        double whole = finding->whole[i];
        double rate = msim_time_value(finding->timed, column, phase->row, phase->end);
        double times = whole > 0 ? rate / whole : 0;
        double differs = finding->cost[i] * fabs(times - 1);
        if (column->kind == MSIM_COLUMN_COUNT || whole <= 0 ||
            (times < alike && times > 1 / alike) || differs <= most)
            continue;
        most = differs;
        phase->column = i;
        phase->times = times > 0 ? times : -1;
    }
}

static struct msim_phase describe(const struct finding *finding, size_t row, size_t end)
{
    struct msim_phase phase = {.row = row, .end = end, .function = MSIM_NOTHING};
    size_t used;
    struct msim_timed_share *share = msim_time_functions(finding->timed, row, end, &used);
    if (used) {
        phase.function = share[0].number;
        phase.instructions = share[0].instructions;
    }
    free(share);
    phase.part = msim_time_part(finding->timed, row, end);
    find_difference(finding, &phase);
    return phase;
}

void msim_phases_find(struct msim_phases *phases, const struct msim_timed *timed,
                      const struct msim_columns *columns, const char *cycles, size_t most)
{
    struct finding finding = {.timed = timed, .columns = columns};
    *phases = (struct msim_phases){0};
    if (!timed->rows)
        return;
    finding.whole = msim_zeroed(columns->columns, sizeof *finding.whole);
    finding.cost = msim_zeroed(columns->columns, sizeof *finding.cost);
    weigh_columns(&finding, cycles);
    choose_functions(&finding);
    size_t *end = divide(&finding, most, &phases->phases);
    join_transitions(&finding, end, &phases->phases);
    phases->phase = msim_zeroed(phases->phases, sizeof *phases->phase);
    for (size_t i = 0; i < phases->phases; i++)
        phases->phase[i] = describe(&finding, i ? end[i - 1] : 0, end[i]);
    MSIM_FREE(end, finding.whole, finding.cost, finding.place);
}

void msim_phases_free(struct msim_phases *phases)
{
    free(phases->phase);
    *phases = (struct msim_phases){0};
}
