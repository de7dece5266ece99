/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of the summary about prefetches (prefetched.h) and stores past the caches. */
#include "ahead.h"
#include "engine/base/text.h"
#include "engine/machine/names.h"
#include "outer.h"

enum { LABEL = 17 };

static void put_label(struct msim_line *line, const char *text)
{
    unsigned used = 0;
    msim_put(&line->text, text);
    while (text[used])
        used++;
    for (; used < LABEL; used++)
        msim_put(&line->text, " ");
}

/* "L2 prefetches:   1,234  (12 redundant + 1,000 used + 122 unused + 100 left)", or "L2 software:" */
static void put_asked(struct msim_line *line, enum msim_level level, enum msim_asker asker,
                      const uint64_t *total)
{
    static const char *const fate[] = {NULL, " redundant + ", " used + ", " unused + ", " left)"};
    static const char *const label[MSIM_ASKERS][MSIM_PREFETCH_LEVELS] = {
        {"D1 prefetches:", "L2 prefetches:", "L3 prefetches:"},
        {"D1 software:", "L2 software:", ""}};
    put_label(line, label[asker][msim_prefetch_place(level)]);
    msim_put_grouped(&line->text, total[MSIM_ISSUED], 1);
    msim_put(&line->text, "  (");
    for (unsigned i = MSIM_REDUNDANT; i < MSIM_FATES; i++) {
        msim_put_grouped(&line->text, total[i], 1);
        msim_put(&line->text, fate[i]);
    }
    msim_line_end(line);
}

static void put_level(struct msim_line *line, enum msim_level level,
                      const struct msim_prefetch_sums *of)
{
    for (unsigned asker = 0; asker < MSIM_ASKERS; asker++)
        if (of->asks[asker] &&
            (asker == MSIM_BY_PREFETCHER || level == MSIM_D1 || of->total[asker][MSIM_ISSUED]))
            put_asked(line, level, (enum msim_asker)asker, of->total[asker]);
}

/* "Without them:    D1 misses 1,234, L2d 123, L3d 12" */
static void put_plain(struct msim_line *line, const struct msim_outer_levels *outer)
{
    static const char *const label[] = {"D1 misses ", ", L2d ", ", L3d "};
    const bool has[] = {true, outer->has_l2, outer->has_l3};
    put_label(line, "Without them:");
    if (outer->plain.unknown)
        msim_put(&line->text, "not known here; a run with --prefetch=none counts it");
    for (unsigned i = 0; i < MSIM_PLAIN_LEVELS && !outer->plain.unknown; i++)
        if (has[i]) {
            msim_put(&line->text, label[i]);
            msim_put_grouped(&line->text, outer->plain.misses[i][1], 1);
        }
    msim_line_end(line);
}

/* "Non-temporal:    1,234, in 200 lines  (150 whole + 49 in part + 1 left)" */
static void put_past(struct msim_line *line, const uint64_t *total)
{
    static const char *const end[] = {" whole + ", " in part + ", " left)"};
    put_label(line, "Non-temporal:");
    msim_put_grouped(&line->text, total[MSIM_PAST_ISSUED], 1);
    msim_put(&line->text, ", in ");
    msim_put_grouped(&line->text, total[MSIM_PAST_LINES], 1);
    msim_put(&line->text, " lines  (");
    for (unsigned i = MSIM_PAST_WHOLE; i <= MSIM_PAST_LEFT; i++) {
        msim_put_grouped(&line->text, total[i], 1);
        msim_put(&line->text, end[i - MSIM_PAST_WHOLE]);
    }
    msim_line_end(line);
}

/* `level`: "" if they are of none. */
static void put_wrong(struct msim_line *line, const char *what, const char *level)
{
    msim_put(&line->text, "warning: the counts of ");
    msim_put(&line->text, what);
    msim_put(&line->text, " do not add up");
    msim_put(&line->text, level[0] ? " in " : "");
    msim_put(&line->text, level);
    msim_put(&line->text, ": this is a fault of memsim; please report it with the command");
    msim_line_end(line);
}

void msim_outer_summary(const struct msim_outer_levels *outer, const struct msim_lines *lines)
{
    struct msim_line line;
    msim_line_init(&line, lines);
    msim_line_end(&line);
    for (unsigned i = 0; i < MSIM_PREFETCH_LEVELS; i++)
        put_level(&line, (enum msim_level)(MSIM_D1 + i), &outer->sums[i]);
    put_plain(&line, outer);
    if (outer->buffers.total[MSIM_PAST_ISSUED])
        put_past(&line, outer->buffers.total);
    enum msim_level wrong = msim_ahead_wrong(outer);
    if (wrong != MSIM_LEVELS)
        put_wrong(&line, "prefetches", msim_level_name(wrong));
    struct msim_row rows = msim_profile_total(outer->profile);
    if (outer->buffers.on && msim_buffers_wrong(&outer->buffers, &rows))
        put_wrong(&line, "non-temporal stores", "");
}
