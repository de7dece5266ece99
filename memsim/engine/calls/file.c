/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the file of file.h: its head, its parts (callfile.h), and build ids in comments. */
#include "file.h"

#include "callfile.h"
#include "engine/report/report.h"

/* --- Build ids ---------------------------------------------------------------------------- */

/* The recorder makes them strings of the dictionary, which begin like this. */
static bool is_build_id(const char *text)
{
    for (const char *start = "# build-id: "; *start; start++, text++)
        if (*text != *start)
            return false;
    return true;
}

static void put_build_ids(struct msim_callfile *file)
{
    const struct msim_dict *dict = file->profile->dict;
    uint32_t used = dict->strings.used;
    uint32_t *sorted = msim_get(file->mem, (used + 1) * sizeof *sorted, 8);
    for (uint32_t i = 0; i < used; i++)
        sorted[file->rank[i]] = i;
    for (uint32_t i = 0; i < used; i++) {
        const char *text = msim_dict_text(dict, sorted[i]);
        if (!is_build_id(text))
            continue;
        msim_put_name(file->text, text);
        msim_put(file->text, "\n");
    }
}

/* --- The file ----------------------------------------------------------------------------- */

static void put_header(struct msim_callfile *file, const struct msim_about *about,
                       const struct msim_row *total, const struct msim_page_row *pages)
{
    msim_put(file->text,
             "# callgrind format\nversion: 1\ncreator: memsim " MEMSIM_VERSION "\ncmd: ");
    msim_put_name(file->text, about->command);
    msim_put(file->text, "\n");
    msim_put_simulated(file->text, file->machine, about);
    msim_bound_put(file->text, "desc: ", &file->follower->tree.bound);
    msim_put(file->text,
             file->instructions ? "positions: instr line\nevents:" : "positions: line\nevents:");
    msim_put_events(file->text, file->machine);
    if (file->pages->on)
        msim_put_page_names(file->text);
    msim_put(file->text, "\nsummary:");
    msim_callfile_put_counts(file, total, pages);
}

void msim_calls_write(const struct msim_calls_report *report, const struct msim_mem *mem,
                      const struct msim_about *about, const struct msim_sink *sink)
{
    struct msim_text text;
    struct msim_callfile file = {.text = &text,
                                 .follower = report->follower,
                                 .counted = report->counted,
                                 .profile = report->profile,
                                 .machine = report->machine,
                                 .pages = report->pages,
                                 .inlined = report->inlined,
                                 .run_parts = report->parts,
                                 .mem = mem,
                                 .instructions = report->follower->callees.instructions};
    struct msim_row total = msim_profile_total(file.profile);
    struct msim_page_row pages = msim_page_total(file.pages);
    msim_text_init(&text, sink);
    put_header(&file, about, &total, &pages);
    msim_callfile_find(&file);
    file.shown = msim_callfile_shown(&file);
    if (file.inlined)
        msim_nodes_find(&file.nodes, mem, file.follower, file.inlined, file.pages, file.shown);
    msim_callfile_put_costs(&file);
    msim_put(&text, "\ntotals:");
    msim_callfile_put_counts(&file, &total, &pages);
    if (file.instructions)
        put_build_ids(&file);
    msim_callfile_put_tree(&file);
    msim_text_flush(&text);
}
