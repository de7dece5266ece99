/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tells values from curves (values.h). */
#include "values.h"

#include <math.h>
#include <string.h>

#include "steps.h"

/* A level is well inside of what it has up to this part of its size, and well outside of it from
 * this multiple on. */
#define INSIDE  0.7
#define OUTSIDE 1.5
/* Levels, and ways of loads, are different ones if they differ by this factor. */
#define DIFFERENT 1.25

enum { LINE = 64 };

struct finding {
    const struct msim_measured_curve *curve;
    const struct msim_nominal *nominal;
    struct msim_measured_values *found;
    double size[MSIM_MEASURED_CACHES]; /* as measured or, if it was not found, as known before */
    double level[MSIM_MEASURED_CACHES + 1], translation, walk, entries[2];
};

static uint32_t whole(double cycles)
{
    return cycles < 1 ? 1 : (uint32_t)(cycles + 0.5);
}

static void set_core(struct finding *finding, unsigned value, double is)
{
    const struct msim_core_value *of = &msim_core_values[value];
    if (isnan(is))
        return;
    double number = floor(is + 0.5);
    number = number < of->least ? of->least : number > of->most ? of->most : number;
    finding->found->known[value] = true;
    finding->found->core[value] = (uint32_t)number;
}

/* The size is another than the one that is known. */
static bool is_other(double measured, uint64_t known)
{
    return !known || measured < INSIDE * (double)known || measured > OUTSIDE * (double)known;
}

/* The points of a curve between two x whose values are known.  A larger x takes no less; so what
 * takes longer than one with a larger x was disturbed, and has that one's value. */
static unsigned points_of(const struct msim_measured_curve *curve, double from, double to,
                          double *x, double *y)
{
    unsigned used = 0;
    for (unsigned i = 0; i < curve->points; i++) {
        const struct msim_measured_point *point = &curve->point[i];
        if (point->x < from || point->x > to || isnan(point->native) || point->native <= 0)
            continue;
        x[used] = point->x;
        y[used++] = point->native;
    }
    for (unsigned i = used; i-- > 1;)
        y[i - 1] = y[i - 1] < y[i] ? y[i - 1] : y[i];
    return used;
}

/* --- Translations ------------------------------------------------------------------------- */

/* One step of the curve of pages between two numbers of them: where it is, and how high. */
static bool page_step(struct finding *finding, double from, double to, double *at, double *rise)
{
    double x[MSIM_CURVE_POINTS], y[MSIM_CURVE_POINTS];
    struct msim_stretch stretch[2];
    unsigned used = points_of(&finding->curve[MSIM_CURVE_PAGES], from, to, x, y);
    if (used < 4 || msim_steps_find(y, used, 2, DIFFERENT, stretch) < 2 ||
        stretch[1].level < stretch[0].level)
        return false;
    *at = x[stretch[0].end - 1]; /* numbers of entries are round, as those of the curve are */
    *rise = stretch[1].level - stretch[0].level;
    return true;
}

/* Pages whose lines are in the first level tell of the first TLB; those whose lines are in L2, of
 * the second. */
static void find_translations(struct finding *finding)
{
    double first = (double)finding->nominal->size[0] / LINE;
    double second = (double)finding->nominal->size[1] / LINE, at, rise;
    for (int i = 0; i < 2; i++)
        finding->entries[i] = (double)finding->nominal->entries[i];
    if (page_step(finding, 0, INSIDE * first, &at, &rise)) {
        finding->translation = rise;
        finding->found->translation = whole(rise);
        if (is_other(at, finding->nominal->entries[0]))
            finding->found->entries[0] = whole(at);
        finding->entries[0] = finding->found->entries[0] ? at : finding->entries[0];
    }
    if (page_step(finding, OUTSIDE * first, INSIDE * second, &at, &rise)) {
        finding->walk = rise + finding->translation;
        if (is_other(at, finding->nominal->entries[1]))
            finding->found->entries[1] = whole(at);
        finding->entries[1] = finding->found->entries[1] ? at : finding->entries[1];
    }
}

/* What a load anywhere in so many bytes waits for its translation, on average. */
static double translating(const struct finding *finding, double bytes)
{
    double pages = bytes / (double)finding->nominal->page;
    double hits[2] = {1, 1};
    for (int i = 0; i < 2; i++)
        if (finding->entries[i] > 0 && pages > finding->entries[i])
            hits[i] = finding->entries[i] / pages;
    return (1 - hits[0]) * (hits[1] * finding->translation + (1 - hits[1]) * finding->walk);
}

/* --- Levels ------------------------------------------------------------------------------- */

static unsigned caches(const struct msim_nominal *nominal)
{
    unsigned used = 0;
    while (used < MSIM_MEASURED_CACHES && nominal->size[used])
        used++;
    return used;
}

/* The stretches of a curve of chains, without translations; x are its points. */
static unsigned stretches_of(const struct finding *finding, enum msim_curve_number number,
                             unsigned count, double *x, double *y, struct msim_stretch *stretch)
{
    static const double chains[] = {1, 4, 16, 32};
    unsigned used = points_of(&finding->curve[number], 0, INFINITY, x, y);
    for (unsigned i = 0; i < used; i++) {
        double rest = y[i] - translating(finding, x[i]) / chains[number - MSIM_CURVE_CHASE_1];
        y[i] = rest > y[i] / 4 ? rest : y[i] / 4;
    }
    return msim_steps_find(y, used, count, DIFFERENT, stretch);
}

/* Where the curves of chains rise to memory: the middle two of them, by logarithms; else 0. */
static double last_size(const struct finding *finding, unsigned levels)
{
    double x[MSIM_CURVE_POINTS], y[MSIM_CURVE_POINTS];
    struct msim_stretch stretch[MSIM_MEASURED_CACHES + 1];
    struct msim_measured_curve sizes = {.points = 0};
    for (int i = MSIM_CURVE_CHASE_1; i <= MSIM_CURVE_CHASE_32; i++) {
        unsigned used = stretches_of(finding, (enum msim_curve_number)i, levels + 1, x, y, stretch);
        if (used < 2 || stretch[used - 1].level < 2 * stretch[used - 2].level)
            continue;
        sizes.point[sizes.points++] =
            (struct msim_measured_point){0, log(msim_step_at(x, &stretch[used - 2])), NAN, 0};
    }
    double middle = msim_curve_median(&sizes, 0, 0, false);
    return isnan(middle) ? 0 : exp(middle);
}

static void set_size(struct finding *finding, unsigned level, double at)
{
    if (!at || !is_other(at, finding->nominal->size[level]))
        return;
    finding->found->size[level] = (uint64_t)at;
    finding->size[level] = at;
}

static void set_latency(struct finding *finding, unsigned level, double cycles)
{
    finding->level[level] = cycles;
    if (level == caches(finding->nominal))
        finding->found->memory = whole(cycles);
    else
        finding->found->latency[level] = whole(cycles);
}

/* The level of a stretch; of the last one, which begins with a slope, of its second half. */
static double level_at_end(const double *x, const double *y, const struct msim_stretch *stretch,
                           bool is_last)
{
    struct msim_stretch whole = *stretch;
    while (is_last && whole.first + 1 < whole.end && x[whole.first] < 2 * x[stretch->first])
        whole.first++;
    struct msim_stretch only;
    msim_steps_find(y + whole.first, whole.end - whole.first, 1, DIFFERENT, &only);
    return only.level;
}

/* The curve of dependent loads has a step at each size.  Of a level that has fewer than two points
 * well outside of the one before, no latency is known: what is there is the slope to the next. */
static void find_levels(struct finding *finding)
{
    double x[MSIM_CURVE_POINTS], y[MSIM_CURVE_POINTS];
    struct msim_stretch stretch[MSIM_MEASURED_CACHES + 1];
    unsigned levels = caches(finding->nominal);
    for (unsigned i = 0; i < MSIM_MEASURED_CACHES; i++)
        finding->size[i] = (double)finding->nominal->size[i];
    if (stretches_of(finding, MSIM_CURVE_CHASE_1, levels + 1, x, y, stretch) != levels + 1)
        return;
    for (unsigned i = 0; i + 1 < levels; i++)
        set_size(finding, i, msim_step_at(x, &stretch[i]));
    set_size(finding, levels - 1, last_size(finding, levels));
    for (unsigned i = 0; i <= levels; i++) {
        unsigned end = stretch[i].end;
        if (!i || (end >= 2 && x[end - 2] >= OUTSIDE * finding->size[i - 1]))
            set_latency(finding, i, level_at_end(x, y, &stretch[i], i == levels));
    }
    set_core(finding, MSIM_CORE_load, stretch[0].level);
    if (finding->walk > finding->level[1]) /* less what reads the entry, which is in L2 */
        finding->found->walk = whole(finding->walk - finding->level[1]);
}

/* The median of a curve well inside of a level, and well outside of the one before; of the level
 * after the last one, memory, at its end. */
static double inside(const struct finding *finding, enum msim_curve_number curve, unsigned level)
{
    double from = level ? OUTSIDE * finding->size[level - 1] : 0;
    double to = level < caches(finding->nominal) ? INSIDE * finding->size[level] : INFINITY;
    if (to == INFINITY) {
        double known = (double)finding->nominal->size[level - 1];
        from = OUTSIDE * (known > finding->size[level - 1] ? known : finding->size[level - 1]);
    }
    return msim_curve_median(&finding->curve[curve], from, to, false);
}

/* Rates by lines in order; memory's rows by many chains.  How many misses are under way, and how
 * many lines a stream is ahead, is at least what a latency has of the time that a line takes. */
static void find_rates(struct finding *finding)
{
    unsigned levels = caches(finding->nominal);
    double most = 0;
    if (levels > 1)
        set_core(finding, MSIM_CORE_l2_rate, inside(finding, MSIM_CURVE_ORDER, 1));
    if (levels > 2)
        set_core(finding, MSIM_CORE_l3_rate, inside(finding, MSIM_CURVE_ORDER, 2));
    set_core(finding, MSIM_CORE_memory_rate, inside(finding, MSIM_CURVE_ORDER, levels));
    set_core(finding, MSIM_CORE_memory_row, inside(finding, MSIM_CURVE_CHASE_32, levels));
    double in_order = inside(finding, MSIM_CURVE_ORDER, levels);
    double ahead = in_order > 0 ? finding->level[levels] / in_order : 0;
    if (ahead > finding->nominal->core.stream)
        set_core(finding, MSIM_CORE_stream, ahead);
    for (unsigned i = 1; i <= levels; i++) {
        double each = inside(finding, MSIM_CURVE_CHASE_32, i);
        if (each > 0 && finding->level[i] / each > most)
            most = finding->level[i] / each;
    }
    if (most > finding->nominal->core.misses)
        set_core(finding, MSIM_CORE_misses, most);
}

/* Lines of one set beside those of several. */
static void find_sets(struct finding *finding)
{
    double one = msim_curve_median(&finding->curve[MSIM_CURVE_SETS], 32, INFINITY, false);
    double several = msim_curve_median(&finding->curve[MSIM_CURVE_APART], 32, INFINITY, false);
    if (one > 0 && several > 0)
        set_core(finding, MSIM_CORE_same_set, one > OUTSIDE * several ? one : 0);
}

/* --- Branches ----------------------------------------------------------------------------- */

/* What a branch at random takes more than one that is nearly always the same, natively or
 * simulated. */
static double wrong(const struct finding *finding, bool simulated)
{
    const struct msim_measured_curve *taken = &finding->curve[MSIM_CURVE_TAKEN];
    double rare = msim_curve_median(taken, 1, 1, simulated);
    double usual = msim_curve_median(taken, 127, 127, simulated);
    double random = msim_curve_median(taken, 64, 64, simulated);
    return (random - (rare + usual) / 2) / (0.5 - 1.0 / 128);
}

static double turning(const struct finding *finding, bool simulated)
{
    const struct msim_measured_curve *turns = &finding->curve[MSIM_CURVE_TURNS];
    return msim_curve_median(turns, 4, 4, simulated) - msim_curve_median(turns, 1, 1, simulated);
}

/* Of what a mispredicted branch takes: calls by turns that take more are mispredicted, too, as the
 * functions are at multiples of 16 and the history has only so many of the lowest bits. */
#define WRONG 0.75
enum { ALIGNED_BITS = 4 };

/* The core's value is right if both differences are the same; each cycle of it is one of them. */
static void find_branches(struct finding *finding)
{
    const struct msim_core *core = &finding->nominal->core;
    set_core(finding, MSIM_CORE_refill,
             (double)core->refill + wrong(finding, false) - wrong(finding, true));
    double turns = turning(finding, false);
    double least = WRONG * wrong(finding, false);
    if (turns < least) /* neither is so where one is not known */
        set_core(finding, MSIM_CORE_indirect,
                 (double)core->indirect + turns - turning(finding, true));
    else if (turns >= least)
        set_core(finding, MSIM_CORE_target_bits, ALIGNED_BITS);
}

/* --- Loads of what was just stored -------------------------------------------------------- */

static void find_forward(struct finding *finding)
{
    static const unsigned values[] = {MSIM_CORE_forward_same, MSIM_CORE_forward,
                                      MSIM_CORE_forward_part, MSIM_CORE_forward_alias};
    const struct msim_measured_curve *curve = &finding->curve[MSIM_CURVE_FORWARD];
    const struct msim_core *core = &finding->nominal->core;
    const uint32_t known[] = {core->forward_same, core->forward, core->forward_part,
                              core->forward_alias};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        set_core(finding, values[i],
                 known[i] + msim_curve_median(curve, i + 1, i + 1, false) -
                     msim_curve_median(curve, i + 1, i + 1, true));
}

/* What an index adds to a load that hits. */
static void find_indexed(struct finding *finding)
{
    double load = finding->found->latency[0];
    if (load > 0)
        set_core(finding, MSIM_CORE_load_indexed,
                 msim_curve_median(&finding->curve[MSIM_CURVE_INDEXED], 0, INFINITY, false) - load);
}

/* --- What enters and starts --------------------------------------------------------------- */

/* The last number of instructions between two loads with which both are in the window, and the
 * first with which they are not. */
static bool window_of(const struct msim_measured_curve *curve, double *last, double *first)
{
    double x[MSIM_CURVE_POINTS], y[MSIM_CURVE_POINTS];
    struct msim_stretch stretch[2];
    unsigned used = points_of(curve, 0, INFINITY, x, y);
    if (used < 4 || msim_steps_find(y, used, 2, DIFFERENT, stretch) < 2 ||
        stretch[1].level < stretch[0].level)
        return false;
    *last = x[stretch[0].end - 1];
    *first = x[stretch[0].end];
    return true;
}

/* A value between two numbers: what is known, if it is between them, or else the middle. */
static void set_between(struct finding *finding, unsigned value, double known, double last,
                        double first)
{
    bool fits = last <= known && known <= first;
    set_core(finding, value, fits ? known : (last + first) / 2);
}

/* A load, a jump and the next load are in it beside those between them.  What additions show is
 * how many results are in it, unless that is the window, too. */
static void find_window(struct finding *finding)
{
    enum { BESIDE = 2 };
    const struct msim_core *core = &finding->nominal->core;
    double last = 0, first = 0, last_result = 0, first_result = 0;
    window_of(&finding->curve[MSIM_CURVE_ADDITIONS], &last_result, &first_result);
    window_of(&finding->curve[MSIM_CURVE_NOTHING], &last, &first);
    if (last_result && last_result < last)
        set_between(finding, MSIM_CORE_results, core->results, last_result, first_result);
    if (last_result > last) {
        last = last_result;
        first = first_result;
    }
    if (last)
        set_between(finding, MSIM_CORE_window, core->window, last + BESIDE, first + BESIDE);
}

/* How many start in a cycle.  Where the core that was simulated takes as long, it is right.  A core
 * that is known to be this processor's has at least what is known: fewer start beside what runs on
 * its other thread. */
static void find_width(struct finding *finding, unsigned value, enum msim_curve_number curve)
{
    double native = msim_curve_median(&finding->curve[curve], 0, INFINITY, false);
    double simulated = msim_curve_median(&finding->curve[curve], 0, INFINITY, true);
    if (!(native > 0) ||
        (simulated > 0 && native < DIFFERENT * simulated && simulated < DIFFERENT * native))
        return;
    if (!finding->nominal->core_is_known || simulated > native)
        set_core(finding, value, 1 / native);
}

void msim_values_find(const struct msim_measured_curve curve[MSIM_CURVES],
                      const struct msim_nominal *nominal, struct msim_measured_values *found)
{
    struct finding finding = {.curve = curve, .nominal = nominal, .found = found};
    *found = (struct msim_measured_values){.memory = 0};
    find_translations(&finding);
    find_levels(&finding);
    find_rates(&finding);
    find_sets(&finding);
    find_branches(&finding);
    find_forward(&finding);
    find_indexed(&finding);
    find_window(&finding);
    find_width(&finding, MSIM_CORE_width, MSIM_CURVE_MIXED);
    find_width(&finding, MSIM_CORE_simple_ports, MSIM_CURVE_INDEPENDENT);
    find_width(&finding, MSIM_CORE_load_ports, MSIM_CURVE_LOADS);
    find_width(&finding, MSIM_CORE_store_ports, MSIM_CURVE_STORES);
    find_width(&finding, MSIM_CORE_line_stores, MSIM_CURVE_STORES); /* these are to two lines */
}
