/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the file of plainfile.h, with the parts of that of calls (callfile.h). */
#include "plainfile.h"

#include "callfile.h"
#include "engine/base/lines.h"
#include "engine/caches/partcounts.h"
#include "flow/epochs.h"
#include "scratch.h"

/* --- Parts -------------------------------------------------------------------------------- */

static bool is_forgotten(const struct msim_follower *follower, uint32_t epoch)
{
    const struct msim_epoch *ended = msim_epoch_at(follower, epoch);
    return ended && ended->end >= MSIM_EPOCH_FORGOTTEN;
}

uint32_t msim_plain_dumps(const struct msim_follower *follower)
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

/* The number of dumps before an epoch, those of a parent included: what counts then is in the stretch of
 * that number (engine/parts/tree.h). */
static uint32_t stretch_of(const struct msim_follower *follower, uint32_t epoch)
{
    uint32_t stretch = 0;
    while (epoch-- > 0)
        stretch += msim_epoch_at(follower, epoch)->end != MSIM_EPOCH_FORGOTTEN;
    return stretch;
}

struct dividing {
    struct msim_profile *profile;
    const struct msim_part_tree *tree;
    uint32_t stretch;
};

/* Adds to the profile what its sites counted in a stretch, or takes away what they counted in others if it
 * is the first one. */
static void divide(void *self, uint32_t part, uint32_t site, enum msim_kind kind,
                   enum msim_count count, uint64_t value)
{
    const struct dividing *dividing = self;
    uint32_t in = msim_run_part_at(dividing->tree, part)->stretch;
    uint64_t *to = &msim_profile_row(dividing->profile, site)->count[kind][count];
    if (dividing->stretch && in == dividing->stretch)
        *to += value;
    else if (!dividing->stretch && in && !msim_is_full_count(count))
        *to -= value;
}

static struct msim_profile profile_of(const struct msim_calls_report *report, uint32_t stretch,
                                      const struct msim_mem *mem)
{
    struct msim_profile profile;
    msim_profile_init(&profile, mem, report->profile->dict);
    msim_profile_extend(&profile);
    for (uint32_t site = 0; !stretch && site < report->profile->rows.used; site++)
        *msim_profile_row(&profile, site) = *msim_profile_row(report->profile, site);
    struct dividing dividing = {&profile, &report->parts->open.tree, stretch};
    msim_part_counts_take(report->parts, &(struct msim_part_taker){divide, &dividing});
    return profile;
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

static void put_header(struct msim_callfile *file, uint32_t part, const struct msim_epoch *ended,
                       const struct msim_about *about, const struct msim_row *total)
{
    struct msim_text *text = file->text;
    msim_put(text, "\npart: ");
    msim_put_number(text, part);
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

static void put_part(struct msim_text *text, const struct msim_calls_report *report,
                     const struct msim_plain *plain, uint32_t part, const struct msim_mem *mem,
                     const struct msim_about *about)
{
    static const struct msim_page_counts no_pages;
    uint32_t epoch = epoch_of(report->follower, part);
    struct msim_follower only = *report->follower;
    struct msim_profile profile = *report->profile;
    if (msim_epochs(report->follower) > 1)
        only = msim_epoch_only(report->follower, mem, epoch);
    if (msim_plain_dumps(report->follower))
        profile = profile_of(report, stretch_of(report->follower, epoch), mem);
    struct msim_callfile file = {.text = text,
                                 .follower = &only,
                                 .profile = &profile,
                                 .machine = report->machine,
                                 .pages = &no_pages,
                                 .plain = plain,
                                 .mem = mem,
                                 .instructions = report->follower->callees.instructions};
    struct msim_row total = msim_profile_total(&profile);
    put_header(&file, part, msim_epoch_at(report->follower, epoch), about, &total);
    msim_callfile_find(&file);
    msim_callfile_put_costs(&file);
    msim_put(text, "\ntotals:");
    msim_callfile_put_counts(&file, &total, NULL);
}

void msim_plain_write(const struct msim_calls_report *report, const struct msim_plain *plain,
                      uint32_t part, const struct msim_mem *mem, const struct msim_about *about,
                      const struct msim_sink *sink)
{
    uint32_t last = msim_plain_dumps(report->follower) + 1;
    struct msim_text text;
    struct msim_scratch scratch;
    msim_scratch_init(&scratch, mem);
    msim_text_init(&text, sink);
    put_file_header(&text, about);
    part = part ? part : last;
    for (uint32_t i = plain->combined ? 1 : part; i <= part; i++) {
        put_part(&text, report, plain, i, &scratch.mem, about);
        msim_scratch_reset(&scratch);
    }
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
