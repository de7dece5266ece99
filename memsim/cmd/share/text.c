/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines that cores take from each other as text: the run, then each line with its uses and its
 * fix. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/data/typed/typed.h"
#include "cmd/listing/cells.h"
#include "present.h"

/* Columns of the table of uses. */
enum { MISSES = 13, COUNT = 12, THREAD = 7, OFFSET = 7, SIZE = 5, MEMBER = 28, SOURCE = 20 };

/* --- What names have -------------------------------------------------------------------------- */

char *msim_share_title(const struct msim_contended *contended,
                       const struct msim_contended_line *line)
{
    char *name = msim_objects_title(&contended->model->row[line->main]);
    if (!line->has_number)
        return name;
    char *text = msim_printed("%s, line %" PRId64, name, line->number);
    free(name);
    return text;
}

char *msim_share_source(const struct msim_contended *contended,
                        const struct msim_contended_use *use)
{
    const struct msim_object_set *data = &contended->shared->data;
    const char *function = msim_objects_function_name(data, use->site->function);
    char *place = msim_objects_place(use->site);
    char *text = msim_printed(*place ? "%s (%s)" : "%s%s", function, place);
    free(place);
    return text;
}

double msim_share_percent(const struct msim_contended *contended,
                          const struct msim_contended_line *line)
{
    double all = line->unit->predicted ? contended->would_miss
                                       : (double)msim_shared_misses(contended->shared->total);
    return msim_percent((double)line->misses, all);
}

/* --- The head --------------------------------------------------------------------------------- */

static void put_fact(const char *key, const char *text, FILE *to)
{
    if (!text)
        return;
    fprintf(to, "%-14s", key);
    msim_utf8_put(to, text, SIZE_MAX);
    fputc('\n', to);
}

static void put_cycles(const struct msim_contended *contended, uint64_t misses, FILE *to)
{
    uint64_t cycles = msim_contended_cycles(contended, misses);
    if (cycles)
        fprintf(to, "; about %s cycles", msim_human_count(cycles).text);
}

static void put_head(const struct msim_share_view *view, FILE *to)
{
    const struct msim_shared *shared = view->contended->shared;
    const struct msim_object_set *data = &shared->data;
    uint64_t misses = msim_shared_misses(shared->total);
    msim_table_rule(to);
    put_fact("Command:", data->command, to);
    put_fact("Machine:", data->machine, to);
    fprintf(to, "%-14s%" PRIu32 ", with lines of %" PRIu64 " bytes\n", "Cores:", shared->cores,
            shared->bytes);
    put_fact("Instructions:", msim_human_count(data->instructions).text, to);
    fprintf(to, "%-14s%s by coherence, %s of them false (%.1f%%)",
            "Misses:", msim_human_count(misses).text,
            msim_human_count(shared->total[MSIM_SHARED_FALSE]).text,
            msim_percent((double)shared->total[MSIM_SHARED_FALSE], (double)misses));
    put_cycles(view->contended, misses, to);
    fputc('\n', to);
    msim_share_put_gains(view, to);
    msim_table_rule(to);
    fprintf(to, "\nLines that cores take from each other, from %g%% of the misses: %zu of %zu\n",
            view->threshold, view->shown - view->predicted,
            view->contended->lines - view->contended->predicted);
}

/* --- Uses ------------------------------------------------------------------------------------- */

static void put_uses_head(FILE *to)
{
    fprintf(to, "\n%*s %*s %*s %*s %*s %*s  %-*s  %s\n", MISSES + 7, "misses", COUNT, "reads",
            COUNT, "writes", THREAD, "thread", OFFSET, "offset", SIZE, "size", MEMBER, "member",
            "source");
}

static void put_use(const struct msim_share_view *view, const struct msim_contended_line *line,
                    const struct msim_contended_use *use, FILE *to)
{
    uint64_t misses = msim_shared_misses(use->count);
    char *member = msim_contended_member(view->contended, line, use);
    char *source = msim_share_source(view->contended, use);
    size_t used = MISSES + 7 + 2 * COUNT + THREAD + OFFSET + SIZE + MEMBER + 9;
    size_t room = !view->width                  ? SIZE_MAX
                  : view->width > used + SOURCE ? view->width - used
                                                : SOURCE;
    fprintf(to, "%*s %5.1f%% %*s %*s %*" PRIu32 " %*" PRIu32 " %*" PRIu32 "  ", MISSES,
            msim_human_count(misses).text, msim_percent((double)misses, (double)line->misses),
            COUNT, msim_human_count(use->count[MSIM_SHARED_READS]).text, COUNT,
            msim_human_count(use->count[MSIM_SHARED_WRITES]).text, THREAD, use->thread, OFFSET,
            use->offset, SIZE, use->size);
    msim_utf8_put(to, member, MEMBER);
    for (size_t length = msim_utf8_length(member); length < MEMBER; length++)
        fputc(' ', to);
    fputs("  ", to);
    msim_utf8_put(to, source, room);
    fputc('\n', to);
    MSIM_FREE(member, source);
}

/* --- Lines ------------------------------------------------------------------------------------ */

static void put_fix(const struct msim_fix *fix, FILE *to)
{
    for (size_t i = 0; i < fix->texts; i++) {
        fputs(i ? "        " : "\n   Fix: ", to);
        msim_utf8_put(to, fix->text[i], SIZE_MAX);
        fputc('\n', to);
    }
}

/* Less than this part of the line's misses, and of its references, is left out. */
enum { MINOR = 100 };

static bool is_minor(const struct msim_contended_line *line, const struct msim_contended_use *use)
{
    return msim_shared_misses(use->count) < line->misses / MINOR &&
           msim_shared_references(use->count) < msim_shared_references(line->unit->count) / MINOR;
}

static void put_uses(const struct msim_share_view *view, const struct msim_contended_line *line,
                     FILE *to)
{
    size_t minor = 0;
    put_uses_head(to);
    for (size_t i = 0; i < line->uses; i++) {
        const struct msim_contended_use *use = &view->contended->use[line->use + i];
        if (is_minor(line, use))
            minor++;
        else
            put_use(view, line, use, to);
    }
    if (minor)
        fprintf(to, "   (%zu more with less than 1%% of the misses and of the references)\n",
                minor);
}

/* What the line is, or would be. */
static void put_verdict(const struct msim_share_view *view, const struct msim_contended_line *line,
                        FILE *to)
{
    static const char *const verdicts[] = {"false sharing", "true sharing",
                                           "false and true sharing"};
    const struct msim_shared_unit *unit = line->unit;
    fprintf(to, " at 0x%" PRIx64 ": ", unit->address);
    fprintf(to, unit->predicted ? "would be %s, " : "%s", verdicts[line->verdict]);
    if (unit->predicted && unit->bytes > view->contended->shared->bytes)
        fprintf(to, "if lines had %" PRIu64 " bytes or were fetched in pairs", unit->bytes);
    else if (unit->predicted)
        fputs("if a line began here", to);
    fputc('\n', to);
}

static void put_line(const struct msim_share_view *view, size_t number, FILE *to)
{
    const struct msim_contended_line *line = &view->contended->line[number];
    const uint64_t *count = line->unit->count;
    char *title = msim_share_title(view->contended, line);
    fprintf(to, "\n%zu. ", number + 1);
    msim_utf8_put(to, title, SIZE_MAX);
    put_verdict(view, line, to);
    fprintf(to, "   %s (%.1f%% of all%s), %s of them false; ",
            msim_human_things(line->misses, "miss", "misses").text,
            msim_share_percent(view->contended, line), line->unit->predicted ? " predicted" : "",
            msim_human_count(count[MSIM_SHARED_FALSE]).text);
    fprintf(to, "taken %s, %s invalidated",
            msim_human_things(count[MSIM_SHARED_FROM_CORE], "time", "times").text,
            msim_human_things(count[MSIM_SHARED_INVALIDATED], "copy", "copies").text);
    put_cycles(view->contended, line->misses, to);
    fputc('\n', to);
    if (!line->meet)
        fputs("   its threads never lived at the same time: each took over what another one "
              "left\n",
              to);
    put_uses(view, line, to);
    put_fix(&view->fix[number], to);
    msim_share_put_gain(view, number, to);
    free(title);
}

static void put_tail(const struct msim_share_view *view, FILE *to)
{
    uint64_t other = msim_shared_misses(view->contended->shared->other);
    if (view->listed > view->shown)
        fprintf(to, "\n(%zu more lines; --lines=0 shows all)\n", view->listed - view->shown);
    if (other)
        fprintf(
            to, "\n%s (%.1f%%) %s in lines that changed hands less than twice.\n",
            msim_human_things(other, "miss", "misses").text,
            msim_percent((double)other, (double)msim_shared_misses(view->contended->shared->total)),
            other == 1 ? "is" : "are");
    msim_share_put_no_gain(view, to);
}

static void put_predicted_head(const struct msim_share_view *view, FILE *to)
{
    fprintf(
        to,
        "\nPredicted: lines that cores would take from each other if lines were longer or memory "
        "elsewhere: %zu of %zu\n",
        view->predicted, view->contended->predicted);
}

void msim_share_text(const struct msim_share_view *view, FILE *to)
{
    put_head(view, to);
    for (size_t i = 0; i < view->shown; i++) {
        if (i == view->shown - view->predicted)
            put_predicted_head(view, to);
        put_line(view, i, to);
    }
    if (!view->listed)
        fputs("\n(none reaches the threshold)\n", to);
    if (view->cheap)
        fprintf(to,
                "\n(%zu more cost%s less than a cycle in %g instructions of the run; --threshold=0 "
                "shows %s)\n",
                view->cheap, view->cheap == 1 ? "s" : "", 1 / view->least,
                view->cheap == 1 ? "it" : "them");
    put_tail(view, to);
}

/* --- What fixes gain ---------------------------------------------------------------------- */

/* "6,675 misses become 0, which saves 99.8% of all, about 1,335,000 cycles" */
static void put_change(const struct msim_contended *contended, uint64_t before, uint64_t after,
                       FILE *to)
{
    uint64_t change = after < before ? before - after : after - before;
    uint64_t cycles = msim_contended_cycles(contended, change);
    fprintf(to, "%s ", msim_human_things(before, "miss", "misses").text);
    if (!change) {
        fputs(before == 1 ? "stays" : "stay", to);
        return;
    }
    fprintf(to, "%s %s, which %s %.1f%% of all", before == 1 ? "becomes" : "become",
            msim_human_count(after).text, after < before ? "saves" : "adds",
            msim_percent((double)change, (double)msim_shared_misses(contended->shared->total)));
    if (cycles)
        fprintf(to, ", about %s cycles", msim_human_count(cycles).text);
}

void msim_share_put_gain(const struct msim_share_view *view, size_t number, FILE *to)
{
    const struct msim_contended *contended = view->contended;
    if (!view->gain || !view->gain->line[number].is_separated)
        return;
    uint64_t before = contended->line[number].misses, after = view->gain->line[number].misses;
    fputs("        counted: ", to);
    put_change(contended, before, after, to);
    fputc('\n', to);
}

void msim_share_put_gains(const struct msim_share_view *view, FILE *to)
{
    const struct msim_gain *gain = view->gain;
    uint64_t all = msim_shared_misses(view->contended->shared->total);
    if (!gain || !gain->separated)
        return;
    fprintf(to, "%-14sof %zu line%s, counted together: ", "Fixes:", gain->separated,
            gain->separated == 1 ? "" : "s");
    put_change(view->contended, gain->before, gain->after, to);
    fprintf(to, "\n%-14s", "");
    if (gain->total == all)
        fprintf(to, "the whole run has %s as before\n", msim_human_count(all).text);
    else
        fprintf(to, "the whole run has %s instead of %s\n", msim_human_count(gain->total).text,
                msim_human_count(all).text);
}

/* True: a layout separates the parts of a line that is shown. */
static bool has_parts(const struct msim_share_view *view)
{
    for (size_t i = 0; i < view->shown; i++)
        if (!view->contended->line[i].unit->predicted && view->fix[i].parts)
            return true;
    return false;
}

void msim_share_put_no_gain(const struct msim_share_view *view, FILE *to)
{
    if (view->gain || !has_parts(view))
        return;
    fprintf(to,
            "\nWhat the fixes gain is counted from a trace:\n"
            "   memsim run --cores=%" PRIu32 " --trace-file=memsim.trace.%%p -- COMMAND\n"
            "   memsim share memsim.trace.PID\n",
            view->contended->shared->cores);
}
