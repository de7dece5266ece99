/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names and counts of callfile.h. */
#include "callfile.h"

#include "engine/report/plainevents.h"
#include "engine/report/report.h"
#include "engine/report/sites.h"
#include "flow/twins.h"

bool msim_callfile_put_number(struct msim_callfile *file, const char *what,
                              enum msim_name_kind kind, uint32_t *number)
{
    bool is_new = !*number;
    if (file->plain && !file->plain->numbers) {
        msim_put(file->text, what);
        return true;
    }
    if (is_new)
        *number = ++file->names[kind];
    msim_put(file->text, what);
    msim_put(file->text, "(");
    msim_put_number(file->text, *number);
    msim_put(file->text, is_new ? ") " : ")");
    return is_new;
}

void msim_callfile_put_name(struct msim_callfile *file, const char *what, enum msim_name_kind kind,
                            uint32_t string)
{
    if (msim_callfile_put_number(file, what, kind, &file->written[kind][string]))
        msim_put_name(file->text, string ? msim_dict_text(file->profile->dict, string - 1) : "???");
}

void msim_callfile_put_function(struct msim_callfile *file, const char *what, uint32_t function)
{
    const struct msim_callee *callee = msim_callfile_callee(file, function);
    if (!msim_callfile_put_number(file, what, MSIM_NAME_FUNCTION, &file->function_number[function]))
        return;
    if (callee->beyond)
        msim_put(file->text, "(beyond --calls-limit)");
    else if (callee->address)
        msim_put_address(file->text, callee->address);
    else
        msim_put_name(file->text, msim_dict_text(file->profile->dict, callee->name));
    if (!file->twins[function])
        return;
    msim_put(file->text, "@");
    msim_put_address(file->text, callee->begins);
}

void msim_callfile_put_inlined(struct msim_callfile *file, const char *what, uint32_t string)
{
    uint32_t number = 0;
    if (msim_callfile_put_number(file, what, MSIM_NAME_FUNCTION, &number))
        msim_put_name(file->text, msim_dict_text(file->profile->dict, string));
}

void msim_callfile_put_line(struct msim_callfile *file, const char *what, enum msim_name_kind kind,
                            uint32_t string)
{
    msim_callfile_put_name(file, what, kind, string);
    msim_put(file->text, "\n");
}

static void find_names(struct msim_callfile *file)
{
    const struct msim_callees *callees = &file->follower->callees;
    uint32_t strings = file->profile->dict->strings.used;
    file->rank = msim_string_ranks(file->profile->dict, file->mem);
    for (unsigned kind = 0; kind < MSIM_NAME_KINDS; kind++)
        file->written[kind] = msim_get(file->mem, (strings + 1) * sizeof(uint32_t), 8);
    file->function_number = msim_get(file->mem, callees->table.used * sizeof(uint32_t), 8);
    file->twins = msim_twins(callees, file->mem);
}

void msim_callfile_put_start(struct msim_callfile *file, const char *what)
{
    if (msim_callfile_put_number(file, what, MSIM_NAME_FUNCTION, &file->start))
        msim_put(file->text, "(before the start)");
}

void msim_callfile_put_counts(struct msim_callfile *file, const struct msim_row *row,
                              const struct msim_page_row *pages)
{
    if (file->plain)
        msim_plain_put_row(file->text, file->machine, row);
    else
        msim_put_row(file->text, file->machine, row);
    if (pages && file->pages->on)
        msim_put_page_row(file->text, pages);
    msim_put(file->text, "\n");
}

void msim_callfile_subtract(struct msim_row *from, const struct msim_row *row)
{
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++)
            from->count[kind][i] -= msim_is_full_count(i) ? 0 : row->count[kind][i];
}

/* --- Finding ------------------------------------------------------------------------------ */

/* Inlined calls make several sites of a line. */
static void find_lines(struct msim_callfile *file)
{
    const struct msim_dict *dict = file->profile->dict;
    if (!file->inlined || file->instructions)
        return;
    const uint32_t *sorted = msim_sites_sorted(dict, file->mem, false);
    uint32_t *line_of = msim_get(file->mem, (dict->sites.used + 1) * sizeof *line_of, 8);
    for (uint32_t i = 0, first = 0; i < dict->sites.used; i++) {
        if (!msim_sites_are_one(dict, sorted[first], sorted[i], false))
            first = i;
        line_of[sorted[i]] = sorted[first];
    }
    file->line_of = line_of;
}

void msim_callfile_find(struct msim_callfile *file)
{
    const struct msim_follower *follower = file->follower;
    find_names(file);
    if (file->instructions)
        msim_code_parts_find(&file->code, file->mem, &follower->callees);
    msim_page_sums_of_contexts(&file->context_pages, file->mem, &follower->tree, file->pages);
    find_lines(file);
    msim_edges_find(&file->edges, file->mem, &follower->tree, &file->context_pages, file->line_of);
}
