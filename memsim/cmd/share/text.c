/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines that cores take from each other as text: the run, then each line with its uses and its
 * fix. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/data/typed/typed.h"
#include "cmd/listing/aligned.h"
#include "cmd/listing/cells.h"
#include "cmd/names/labels.h"
#include "present.h"

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

static void put_fact(const struct msim_share_view *view, const char *key, const char *text,
                     FILE *to)
{
    enum { KEY = 14 };
    if (!text)
        return;
    fprintf(to, "%-*s", KEY, key);
    msim_wrap(to, text, KEY, KEY, view->width);
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
    put_fact(view, "Command:", data->command, to);
    put_fact(view, "Machine:", data->machine, to);
    fprintf(to, "%-14s%" PRIu32 ", with lines of %" PRIu64 " bytes\n", "Cores:", shared->cores,
            shared->bytes);
    put_fact(view, "Instructions:", msim_human_count(data->instructions).text, to);
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

/* Less than these columns are narrow: then numbers take what they need, and facts of a line two
 * lines. */
enum { WIDE = 110, MEMBER = 28 };

static bool is_wide(const struct msim_share_view *view)
{
    return !view->width || view->width >= WIDE;
}

static const struct {
    const char *head;
    int width; /* at least, if there is room */
} columns[] = {{"", 13},      {"misses", 6}, {"reads", 12}, {"writes", 12},
               {"thread", 7}, {"offset", 7}, {"size", 5}};

/* The table of a line's uses: numbers, then the member and the source, on a line of their own where
 * there is little room. */
struct uses {
    const struct msim_share_view *view;
    const struct msim_contended_line *line;
    struct msim_aligned cells;
    struct msim_labels member, source;
};

static void add_use(struct uses *uses, const struct msim_contended_use *use)
{
    const struct msim_contended *contended = uses->view->contended;
    struct msim_aligned *cells = &uses->cells;
    uint64_t misses = msim_shared_misses(use->count);
    msim_aligned_cell(cells, "%s", msim_human_count(misses).text);
    msim_aligned_cell(cells, "%.1f%%", msim_percent((double)misses, (double)uses->line->misses));
    msim_aligned_cell(cells, "%s", msim_human_count(use->count[MSIM_SHARED_READS]).text);
    msim_aligned_cell(cells, "%s", msim_human_count(use->count[MSIM_SHARED_WRITES]).text);
    msim_aligned_cell(cells, "%" PRIu32, use->thread);
    msim_aligned_cell(cells, "%" PRIu32, use->offset);
    msim_aligned_cell(cells, "%" PRIu32, use->size);
    char *member = msim_contended_member(contended, uses->line, use);
    msim_labels_next(&uses->member, 0);
    msim_labels_put(&uses->member, MSIM_LABEL_MEMBER, "%s", member);
    msim_objects_label_site(&uses->source, &contended->shared->data, use->site);
    free(member);
}

static size_t longest(const struct msim_labels *labels)
{
    size_t most = 0;
    for (size_t i = 0; i < labels->count; i++) {
        size_t length = msim_utf8_length(msim_labels_text(labels, i));
        most = length > most ? length : most;
    }
    return most;
}

/* Fits the names into the rest of the lines, of which numbers have `used` columns; returns how wide
 * members are, 0 if they are on lines of their own. */
static size_t fit_names(struct uses *uses, size_t used)
{
    enum { NAMES_LEAST = 44, INDENT_GAP = 8 };
    size_t width = uses->view->width, left = width > used ? width - used : 0;
    bool apart = width && left < NAMES_LEAST;
    size_t room = apart ? (width > 2 * INDENT_GAP ? width - INDENT_GAP : INDENT_GAP) : left;
    size_t most = room / 2 < MEMBER ? room / 2 : MEMBER;
    msim_labels_fit(&uses->member, width ? most : MEMBER);
    size_t member = longest(&uses->member);
    size_t least = is_wide(uses->view) ? MEMBER : sizeof "member" - 1;
    member = member > least ? member : least;
    msim_labels_fit(&uses->source, !width ? SIZE_MAX : room > member + 2 ? room - member - 2 : 1);
    return apart ? 0 : member;
}

static void put_names(const struct uses *uses, size_t row, size_t member, FILE *to)
{
    const char *name = msim_labels_text(&uses->member, row);
    const char *source = msim_labels_text(&uses->source, row);
    size_t length = msim_utf8_length(name);
    if (member)
        fprintf(to, "  %s%*s  %s\n", name, (int)(member > length ? member - length : 0), "",
                source);
    else
        fprintf(to, "\n        %s%s%s\n", name, *name ? "  " : "", source);
}

static void put_table(struct uses *uses, FILE *to)
{
    size_t used = 0, columns = uses->cells.columns;
    for (size_t i = 0; i < columns; i++)
        used += (i ? uses->cells.gap : uses->cells.indent) + msim_aligned_width(&uses->cells, i);
    size_t member = fit_names(uses, used + 2);
    fputc('\n', to);
    msim_aligned_put_heads(&uses->cells, columns, to);
    if (member)
        fprintf(to, "  %-*s  source\n", (int)member, "member");
    else
        fputs("\n        member, source\n", to);
    for (size_t i = 0; i < uses->source.count; i++) {
        msim_aligned_put(&uses->cells, i, columns, to);
        put_names(uses, i, member, to);
    }
    msim_labels_free(&uses->member);
    msim_labels_free(&uses->source);
    msim_aligned_free(&uses->cells);
}

/* --- Lines ------------------------------------------------------------------------------------ */

static void put_fix(const struct msim_share_view *view, const struct msim_fix *fix, FILE *to)
{
    enum { INDENT = 8 };
    for (size_t i = 0; i < fix->texts; i++) {
        fputs(i ? "        " : "\n   Fix: ", to);
        msim_wrap(to, fix->text[i], INDENT, INDENT, view->width);
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
    bool wide = is_wide(view);
    struct uses uses = {.view = view, .line = line, .cells = {.indent = wide ? 0 : 2, .gap = 1}};
    size_t minor = 0;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        msim_aligned_head(&uses.cells, "%*s", wide ? columns[i].width : 0, columns[i].head);
    for (size_t i = 0; i < line->uses; i++) {
        const struct msim_contended_use *use = &view->contended->use[line->use + i];
        if (is_minor(line, use))
            minor++;
        else
            add_use(&uses, use);
    }
    put_table(&uses, to);
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

/* What it is, and its counts. */
static void put_facts(const struct msim_share_view *view, size_t number, FILE *to)
{
    const struct msim_contended_line *line = &view->contended->line[number];
    const uint64_t *count = line->unit->count;
    char *title = msim_share_title(view->contended, line);
    fprintf(to, "\n%zu. ", number + 1);
    msim_utf8_put(to, title, SIZE_MAX);
    put_verdict(view, line, to);
    fprintf(to, "   %s (%.1f%% of all%s), %s of them false;",
            msim_human_things(line->misses, "miss", "misses").text,
            msim_share_percent(view->contended, line), line->unit->predicted ? " predicted" : "",
            msim_human_count(count[MSIM_SHARED_FALSE]).text);
    fprintf(to, "%staken %s, %s invalidated", is_wide(view) ? " " : "\n   ",
            msim_human_things(count[MSIM_SHARED_FROM_CORE], "time", "times").text,
            msim_human_things(count[MSIM_SHARED_INVALIDATED], "copy", "copies").text);
    put_cycles(view->contended, line->misses, to);
    fputc('\n', to);
    if (!line->meet)
        fputs("   its threads never lived at the same time: each took over what another one "
              "left\n",
              to);
    free(title);
}

static void put_line(const struct msim_share_view *view, size_t number, FILE *to)
{
    const struct msim_contended_line *line = &view->contended->line[number];
    struct msim_wrapped facts;
    put_facts(view, number, msim_wrap_begin(&facts));
    msim_wrap_end(&facts, to, 3, view->width);
    put_uses(view, line, to);
    put_fix(view, &view->fix[number], to);
    msim_share_put_gain(view, number, to);
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
    struct msim_wrapped head;
    put_head(view, msim_wrap_begin(&head));
    msim_wrap_end(&head, to, 14, view->width);
    for (size_t i = 0; i < view->shown; i++) {
        if (i == view->shown - view->predicted) {
            put_predicted_head(view, msim_wrap_begin(&head));
            msim_wrap_end(&head, to, 3, view->width);
        }
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
