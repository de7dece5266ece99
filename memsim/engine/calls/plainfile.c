/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the file of plainfile.h, with the parts of that of calls (callfile.h). */
#include "plainfile.h"

#include "callfile.h"
#include "engine/base/text.h"
#include "engine/caches/partcounts.h"
#include "flow/epochs.h"
#include "scratch.h"

/* --- Parts -------------------------------------------------------------------------------- */

static bool is_forgotten(const struct msim_follower *follower, uint32_t epoch)
{
    const struct msim_epoch *ended = msim_epoch_at(follower, epoch);
    return ended && ended->end >= MSIM_EPOCH_FORGOTTEN;
}

/* The number of parts before the last one. */
static uint32_t dumps_of(const struct msim_follower *follower)
{
    uint32_t dumps = 0;
    for (uint32_t epoch = 0; msim_epoch_at(follower, epoch); epoch++)
        dumps += !is_forgotten(follower, epoch);
    return dumps;
}

/* The epoch that counts in a part, from 1. */
static uint32_t epoch_of(const struct msim_follower *follower, uint32_t part)
{
    uint32_t epoch = 0;
    while (is_forgotten(follower, epoch) || --part)
        epoch++;
    return epoch;
}

/* The number of dumps before an epoch, those of a parent included: what counts then is in the
 * stretch of that number (engine/parts/tree.h). */
static uint32_t stretch_of(const struct msim_follower *follower, uint32_t epoch)
{
    uint32_t stretch = 0;
    while (epoch-- > 0)
        stretch += msim_epoch_at(follower, epoch)->end != MSIM_EPOCH_FORGOTTEN;
    return stretch;
}

/* What a file has, or one of its parts. */
struct piece {
    uint32_t part;   /* from 1 */
    uint32_t thread; /* from 1; 0: all of them */
};

struct dividing {
    struct msim_profile *profile;
    const struct msim_part_tree *tree;
    uint32_t stretch, thread;
};

/* What runs before the first THREAD event belongs to that thread. */
static bool is_in(const struct dividing *dividing, uint32_t part)
{
    uint32_t thread = msim_run_part_thread(dividing->tree, part);
    return msim_run_part_at(dividing->tree, part)->stretch == dividing->stretch &&
           (!dividing->thread || dividing->thread == (thread ? thread : 1));
}

/* True: it is the piece with what is in no part. */
static bool has_rest(const struct dividing *dividing)
{
    return !dividing->stretch && dividing->thread <= 1;
}

/* Adds to the profile what its sites counted in the piece, or takes away what they counted in
 * others. */
static void divide(void *self, uint32_t part, uint32_t site, enum msim_kind kind,
                   enum msim_count count, uint64_t value)
{
    const struct dividing *dividing = self;
    uint64_t *to = &msim_profile_row(dividing->profile, site)->count[kind][count];
    if (!has_rest(dividing) && is_in(dividing, part))
        *to += value;
    else if (has_rest(dividing) && !is_in(dividing, part) && !msim_is_full_count(count))
        *to -= value;
}

static struct msim_profile profile_of(const struct msim_calls_report *report, uint32_t stretch,
                                      uint32_t thread, const struct msim_mem *mem)
{
    struct msim_profile profile;
    msim_profile_init(&profile, mem, report->profile->dict);
    msim_profile_extend(&profile);
    struct dividing dividing = {&profile, &report->parts->open.tree, stretch, thread};
    for (uint32_t site = 0; has_rest(&dividing) && site < report->profile->rows.used; site++)
        *msim_profile_row(&profile, site) = *msim_profile_row(report->profile, site);
    msim_part_counts_take(report->parts, &(struct msim_part_taker){divide, &dividing});
    return profile;
}

/* --- Threads ------------------------------------------------------------------------------ */

/* The thread that a context without a parent counts for.  A handler's is where it counted first. */
static uint32_t thread_of_root(const struct msim_calls_report *report,
                               const struct msim_context *context)
{
    const struct msim_part_tree *tree = &report->parts->open.tree;
    uint32_t thread = context->kind == MSIM_CONTEXT_THREAD ? context->place : 0;
    if (context->kind == MSIM_CONTEXT_SIGNAL && context->home && context->home <= tree->parts.used)
        thread = msim_run_part_thread(tree, context->home - 1);
    return thread ? thread : 1;
}

/* By context of the epoch: true if it counts in the thread. */
static const bool *contexts_of(const struct msim_calls_report *report, uint32_t epoch,
                               uint32_t thread, const struct msim_mem *mem)
{
    const struct msim_tree *tree = &report->follower->tree;
    struct msim_epoch_contexts of = msim_epoch_contexts(report->follower, epoch);
    bool *counts = msim_get(mem, (of.end - of.first + 1) * sizeof *counts, 8);
    for (uint32_t i = of.first; i < of.end; i++) {
        const struct msim_context *context = msim_context_at(tree, i);
        bool is_root = context->parent <= of.first || context->parent >= i;
        counts[i - of.first] = is_root ? thread_of_root(report, context) == thread
                                       : counts[context->parent - of.first];
    }
    return counts;
}

static bool counts_any(const struct msim_calls_report *report, struct piece piece,
                       const struct msim_mem *mem)
{
    uint32_t epoch = epoch_of(report->follower, piece.part);
    struct msim_epoch_contexts of = msim_epoch_contexts(report->follower, epoch);
    const bool *counts = contexts_of(report, epoch, piece.thread, mem);
    for (uint32_t i = of.first; i < of.end; i++) {
        struct msim_row row = msim_context_row(&report->follower->tree, i);
        if (counts[i - of.first] && !msim_row_is_zero(&row))
            return true;
    }
    return false;
}

/* --- Files -------------------------------------------------------------------------------- */

static uint32_t threads_of(const struct msim_calls_report *report, const struct msim_plain *plain)
{
    uint32_t used = report->parts->open.threads.used;
    return !plain->threads ? 1 : used > 1 ? used - 1 : 1;
}

uint32_t msim_plain_files(const struct msim_calls_report *report, const struct msim_plain *plain)
{
    uint32_t dumps = dumps_of(report->follower);
    if (plain->combined)
        return 0;
    return plain->threads ? (dumps + 1) * threads_of(report, plain) : dumps;
}

/* The piece with this number, from 1. */
static struct piece piece_of(const struct msim_calls_report *report, const struct msim_plain *plain,
                             uint32_t number)
{
    uint32_t threads = threads_of(report, plain), thread = (number - 1) % threads + 1;
    return (struct piece){(number - 1) / threads + 1, plain->threads ? thread : 0};
}

bool msim_plain_name(const struct msim_calls_report *report, const struct msim_plain *plain,
                     uint32_t number, const struct msim_mem *mem, struct msim_text *name)
{
    struct piece piece = piece_of(report, plain, number);
    if (piece.part <= dumps_of(report->follower)) {
        msim_put(name, ".");
        msim_put_number(name, piece.part);
    }
    if (!piece.thread)
        return true;
    msim_put(name, piece.thread < 10 ? "-0" : "-");
    msim_put_number(name, piece.thread);
    return counts_any(report, piece, mem);
}

/* --- Writing ------------------------------------------------------------------------------ */

static void put_file_header(struct msim_text *text, const struct msim_about *about)
{
    msim_put(text, "# callgrind format\nversion: 1\ncreator: memsim-" MEMSIM_VERSION "\npid: ");
    msim_put_number(text, about->pid);
    msim_put(text, "\ncmd: ");
    msim_put_name(text, about->command);
    msim_put(text, "\n");
}

static void put_trigger(struct msim_callfile *file, const struct msim_epoch *ended)
{
    static const char *const before[] = {
        [MSIM_EPOCH_DUMP] = "",
        [MSIM_EPOCH_BEFORE] = "--dump-before=",
        [MSIM_EPOCH_AFTER] = "--dump-after=",
    };
    msim_put(file->text, "desc: Trigger: ");
    if (ended) {
        msim_put(file->text, before[ended->end]);
        msim_put_name(file->text, msim_dict_text(file->profile->dict, ended->text));
    } else {
        msim_put(file->text, "Program termination");
    }
    msim_put(file->text, "\n");
}

static void put_header(struct msim_callfile *file, struct piece piece,
                       const struct msim_epoch *ended, const struct msim_about *about,
                       const struct msim_row *total)
{
    struct msim_text *text = file->text;
    msim_put(text, "\npart: ");
    msim_put_number(text, piece.part);
    if (piece.thread) {
        msim_put(text, "\nthread: ");
        msim_put_number(text, piece.thread);
    }
    msim_put(text, "\n\n");
    msim_plain_put_caches(text, file->machine);
    msim_put_incomplete(text, "desc: ", about);
    msim_bound_put(text, "desc: ", &file->follower->tree.bound);
    put_trigger(file, ended);
    msim_put(text, "\npositions:");
    msim_put(text, file->instructions ? " instr" : "");
    msim_put(text, file->plain->no_lines ? "" : " line");
    msim_put(text, "\nevents:");
    msim_plain_put_events(text, file->machine);
    msim_put(text, "\nsummary:");
    msim_callfile_put_counts(file, total, NULL);
}

/* Contexts that a thread has to itself have the counts of all their code. */
static struct msim_row total_of(const struct msim_callfile *file, struct piece piece)
{
    struct msim_row total = {0};
    if (!piece.thread || file->instructions)
        return msim_profile_total(file->profile);
    for (uint32_t i = 1; i < msim_callfile_contexts(file); i++) {
        struct msim_row row = msim_callfile_row(file, i);
        msim_row_add(&total, &row);
    }
    return total;
}

static void put_part(struct msim_text *text, const struct msim_calls_report *report,
                     const struct msim_plain *plain, struct piece piece, const struct msim_mem *mem,
                     const struct msim_about *about)
{
    static const struct msim_page_counts no_pages;
    uint32_t epoch = epoch_of(report->follower, piece.part);
    struct msim_follower only = *report->follower;
    struct msim_profile profile = *report->profile;
    const bool *counts = piece.thread ? contexts_of(report, epoch, piece.thread, mem) : NULL;
    if (msim_epochs(report->follower) > 1 || counts)
        only = msim_epoch_only(report->follower, mem, epoch, counts);
    if (dumps_of(report->follower) || counts)
        profile = profile_of(report, stretch_of(report->follower, epoch), piece.thread, mem);
    struct msim_callfile file = {.text = text,
                                 .follower = &only,
                                 .profile = &profile,
                                 .machine = report->machine,
                                 .pages = &no_pages,
                                 .plain = plain,
                                 .mem = mem,
                                 .instructions = report->follower->callees.instructions};
    struct msim_row total = total_of(&file, piece);
    put_header(&file, piece, msim_epoch_at(report->follower, epoch), about, &total);
    msim_callfile_find(&file);
    msim_callfile_put_costs(&file);
    msim_put(text, "\ntotals:");
    msim_callfile_put_counts(&file, &total, NULL);
}

/* All parts, one after the other. */
static void put_all(struct msim_text *text, const struct msim_calls_report *report,
                    const struct msim_plain *plain, struct msim_scratch *scratch,
                    const struct msim_about *about)
{
    uint32_t used = (dumps_of(report->follower) + 1) * threads_of(report, plain);
    for (uint32_t i = 1; i <= used; i++) {
        struct piece piece = piece_of(report, plain, i);
        if (!piece.thread || counts_any(report, piece, &scratch->mem))
            put_part(text, report, plain, piece, &scratch->mem, about);
        msim_scratch_reset(scratch);
    }
}

void msim_plain_write(const struct msim_calls_report *report, const struct msim_plain *plain,
                      uint32_t number, const struct msim_mem *mem, const struct msim_about *about,
                      const struct msim_sink *sink)
{
    struct msim_text text;
    struct msim_scratch scratch;
    if (!number && plain->threads && !plain->combined)
        return;
    msim_scratch_init(&scratch, mem);
    msim_text_init(&text, sink);
    put_file_header(&text, about);
    if (plain->combined)
        put_all(&text, report, plain, &scratch, about);
    else
        put_part(&text, report, plain,
                 piece_of(report, plain, number ? number : dumps_of(report->follower) + 1),
                 &scratch.mem, about);
    msim_text_flush(&text);
}

/* Two lines that Callgrind's summary begins with. */
void msim_plain_summary(const struct msim_calls_report *report, const struct msim_lines *lines)
{
    struct msim_row total = msim_profile_total(report->profile);
    struct msim_line line;
    msim_line_init(&line, lines);
    msim_put(&line.text, "Events    :");
    msim_plain_put_events(&line.text, report->machine);
    msim_line_end(&line);
    msim_put(&line.text, "Collected :");
    msim_plain_put_row(&line.text, report->machine, &total);
    msim_line_end(&line);
    msim_put(&line.text, "");
    msim_line_end(&line);
}
