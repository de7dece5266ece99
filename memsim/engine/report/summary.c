/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The summary: the lines that Cachegrind's users know, in its words and order, then those of TLBs.
 *
 *     I   refs:      152,653,497
 *     I1  misses:         25,833
 *     ...
 *     D   refs:       56,857,129  (35,838,721 rd + 21,018,408 wr)
 */
#include "engine/machine/cycles.h"
#include "report.h"

#include "engine/caches/slow.h"

enum { LEVEL = 4, CACHE_LABEL = 15, TLB_LABEL = 17 }; /* columns */

struct summary {
    const struct msim_report *report;
    struct msim_row total;
    unsigned label, widths[3]; /* columns of the label; of the total, reads and writes */
    struct msim_line line;
};

/* --- Lines -------------------------------------------------------------------------------- */

static void end_line(struct summary *summary)
{
    msim_line_end(&summary->line);
}

/* "L2d misses:    ": the level takes at least four columns, the label as many as its section's. */
static void put_label(struct summary *summary, const char *level, const char *what)
{
    unsigned used = 0;
    for (const char *at = level; *at; at++)
        used++;
    msim_put(&summary->line.text, level);
    do {
        msim_put(&summary->line.text, " ");
        used++;
    } while (used < LEVEL);
    msim_put(&summary->line.text, what);
    for (const char *at = what; *at; at++)
        used++;
    for (; used < summary->label; used++)
        msim_put(&summary->line.text, " ");
}

static void line_one(struct summary *summary, const char *level, const char *what, uint64_t number)
{
    put_label(summary, level, what);
    msim_put_grouped(&summary->line.text, number, summary->widths[0]);
    end_line(summary);
}

static void line_rate(struct summary *summary, const char *level, uint64_t part, uint64_t whole)
{
    put_label(summary, level, "miss rate:");
    msim_put_percent(&summary->line.text, part, whole, 2, summary->widths[0]);
    end_line(summary);
}

/* Reads and writes; the total is their sum. */
struct pair {
    uint64_t reads, writes;
};

static uint64_t sum(struct pair pair)
{
    return pair.reads + pair.writes;
}

static void line_pair(struct summary *summary, const char *level, const char *what,
                      struct pair pair)
{
    struct msim_text *text = &summary->line.text;
    put_label(summary, level, what);
    msim_put_grouped(text, sum(pair), summary->widths[0]);
    msim_put(text, "  (");
    msim_put_grouped(text, pair.reads, summary->widths[1]);
    msim_put(text, " rd + ");
    msim_put_grouped(text, pair.writes, summary->widths[2]);
    msim_put(text, " wr)");
    end_line(summary);
}

static void line_pair_rate(struct summary *summary, const char *level, struct pair part,
                           struct pair whole)
{
    struct msim_text *text = &summary->line.text;
    put_label(summary, level, "miss rate:");
    msim_put_percent(text, sum(part), sum(whole), 1, summary->widths[0]);
    msim_put(text, "  (");
    msim_put_percent(text, part.reads, whole.reads, 1, summary->widths[1]);
    msim_put(text, "    + ");
    msim_put_percent(text, part.writes, whole.writes, 1, summary->widths[2]);
    msim_put(text, "   )");
    end_line(summary);
}

/* --- Sections ----------------------------------------------------------------------------- */

static uint64_t fetches(const struct summary *summary, enum msim_count count)
{
    return summary->total.count[MSIM_FETCH][count];
}

static struct pair data(const struct summary *summary, enum msim_count count)
{
    return (struct pair){summary->total.count[MSIM_READ][count],
                         summary->total.count[MSIM_WRITE][count]};
}

/* In shared levels, instruction fetches are reads. */
static struct pair both(const struct summary *summary, enum msim_count count)
{
    struct pair pair = data(summary, count);
    pair.reads += fetches(summary, count);
    return pair;
}

/* Whose references, by the labels of counts (machine/counts.h). */
enum side { INSTR, DATA, BOTH };

static bool has(const struct summary *summary, enum side side, enum msim_count count)
{
    const struct msim_machine *machine = summary->report->machine;
    return (side != DATA && msim_has_count(machine, MSIM_FETCH, count)) ||
           (side != INSTR && msim_has_count(machine, MSIM_READ, count));
}

static void side_count(struct summary *summary, enum side side, const char *level, const char *what,
                       enum msim_count count)
{
    if (side == INSTR)
        line_one(summary, level, what, fetches(summary, count));
    else
        line_pair(summary, level, what, side == DATA ? data(summary, count) : both(summary, count));
}

static void side_rate(struct summary *summary, enum side side, const char *level,
                      enum msim_count count)
{
    struct pair whole = side == DATA ? data(summary, MSIM_REFS) : both(summary, MSIM_REFS);
    if (side == INSTR)
        line_rate(summary, level, fetches(summary, count), fetches(summary, MSIM_REFS));
    else
        line_pair_rate(summary, level, side == DATA ? data(summary, count) : both(summary, count),
                       whole);
}

static bool is_miss(enum msim_count count, bool of_tlb)
{
    const struct msim_counted *of = &msim_counted[count];
    return of->counter == MSIM_BY_OUTER && msim_is_tlb(of->level[0]) == of_tlb;
}

/* The misses of caches, or of TLBs, or their rates. */
static void side_misses(struct summary *summary, enum side side, bool of_tlb, bool rates)
{
    for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++) {
        const char *label = msim_counted[i].label[side];
        if (!is_miss(i, of_tlb) || !label || !has(summary, side, i))
            continue;
        if (rates)
            side_rate(summary, side, label, i);
        else
            side_count(summary, side, label, "misses:", i);
    }
}

static void side_caches(struct summary *summary, enum side side)
{
    side_count(summary, side, side == INSTR ? "I" : "D", "refs:", MSIM_REFS);
    side_misses(summary, side, false, false);
    side_misses(summary, side, false, true);
}

/* A level's references are the misses of the level before; its miss rate is relative to all
 * references. */
static void shared_caches(struct summary *summary)
{
    for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++) {
        const char *label = msim_counted[i].label[BOTH];
        if (!is_miss(i, false) || !label || !has(summary, DATA, i))
            continue;
        end_line(summary);
        line_pair(summary, label, "refs:", both(summary, i - 1));
        side_count(summary, BOTH, label, "misses:", i);
        side_rate(summary, BOTH, label, i);
    }
}

static void tlbs(struct summary *summary)
{
    if (!has(summary, BOTH, MSIM_MISS_T1))
        return;
    summary->label = TLB_LABEL;
    end_line(summary);
    for (int rates = 0; rates < 2; rates++)
        for (int side = INSTR; side <= BOTH; side++)
            side_misses(summary, side, true, rates);
}

/* What several cores did to each other. */
static void sharing(struct summary *summary)
{
    if (!has(summary, DATA, MSIM_TRUE_SHARED))
        return;
    summary->label = TLB_LABEL;
    end_line(summary);
    for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++)
        if (msim_counted[i].counter == MSIM_BY_CORES && msim_counted[i].label[DATA])
            side_count(summary, DATA, msim_counted[i].label[DATA], msim_counted[i].what, i);
}

/* What memory reads and writes, and what has not come there yet. */
static void traffic(struct summary *summary)
{
    struct msim_sim *sim = summary->report->sim;
    if (!has(summary, DATA, MSIM_MEMORY_READ) || !sim)
        return;
    summary->label = TLB_LABEL;
    end_line(summary);
    line_pair(summary, "Bytes", "read:", both(summary, MSIM_MEMORY_READ));
    line_pair(summary, "Bytes", "written:", both(summary, MSIM_MEMORY_WRITTEN));
    line_one(summary, "Dirty", "bytes:", msim_followed_dirty(sim));
    if (msim_followed_add_up(sim))
        return;
    msim_put(&summary->line.text, "warning: lines became dirty that are neither dirty nor were "
                                  "written: please report this");
    end_line(summary);
}

/* What observers count. */
static void observed(struct summary *summary)
{
    const struct msim_machine *machine = summary->report->machine;
    bool any = false;
    for (unsigned i = 0; i < MSIM_OBSERVED_MAX && machine->observed[i]; i++) {
        if (!machine->observed[i]->label ||
            (machine->observed[i]->of_cores && msim_machine_cores(machine) == 1))
            continue;
        summary->label = TLB_LABEL;
        if (!any)
            end_line(summary);
        any = true;
        line_one(summary, machine->observed[i]->label, "", msim_observed_in(&summary->total, i));
    }
}

/* "Est. cycles:     12,345,678  (1.23 per instruction)"; "Cycles:", if they were simulated. */
static void cycles_line(struct summary *summary)
{
    struct msim_cycles cycles;
    if (!msim_cycles_init(&cycles, summary->report->machine) || cycles.usual)
        return;
    uint64_t number = msim_cycles_of(&cycles, &summary->total);
    uint64_t instructions = fetches(summary, MSIM_REFS);
    summary->label = TLB_LABEL;
    end_line(summary);
    put_label(summary, cycles.simulated ? "Cycles:" : "Est.", cycles.simulated ? "" : "cycles:");
    msim_put_grouped(&summary->line.text, number, summary->widths[0]);
    msim_put(&summary->line.text, "  (");
    msim_put_ratio(&summary->line.text, number, instructions);
    msim_put(&summary->line.text, " per instruction)");
    end_line(summary);
}

static unsigned width_of(uint64_t a, uint64_t b)
{
    enum { NARROWEST = 7 }; /* 100.00% */
    unsigned width = msim_grouped_width(a > b ? a : b);
    return width > NARROWEST ? width : NARROWEST;
}

void msim_report_summary(const struct msim_report *report, const struct msim_lines *lines)
{
    struct summary summary = {.report = report, .label = CACHE_LABEL};
    summary.total = msim_profile_total(report->profile);
    struct pair refs = data(&summary, MSIM_REFS), all = both(&summary, MSIM_MISS_L1);
    summary.widths[0] = width_of(fetches(&summary, MSIM_REFS), sum(refs));
    summary.widths[1] = width_of(refs.reads, all.reads);
    summary.widths[2] = width_of(refs.writes, all.writes);
    msim_line_init(&summary.line, lines);
    side_caches(&summary, INSTR);
    end_line(&summary);
    side_caches(&summary, DATA);
    shared_caches(&summary);
    tlbs(&summary);
    sharing(&summary);
    traffic(&summary);
    observed(&summary);
    cycles_line(&summary);
}
