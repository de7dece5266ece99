/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names and counts of callfile.h. */
#include "callfile.h"

#include "engine/report/report.h"
#include "engine/report/sites.h"

bool msim_callfile_put_number(struct msim_callfile *file, const char *what,
                              enum msim_name_kind kind, uint32_t *number)
{
    bool is_new = !*number;
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
    if (!callee->address)
        msim_callfile_put_name(file, what, MSIM_NAME_FUNCTION, callee->name + 1);
    else if (msim_callfile_put_number(file, what, MSIM_NAME_FUNCTION,
                                      msim_table_at(&file->parts, function)))
        msim_put_hex(file->text, callee->address);
}

void msim_callfile_put_line(struct msim_callfile *file, const char *what, enum msim_name_kind kind,
                            uint32_t string)
{
    msim_callfile_put_name(file, what, kind, string);
    msim_put(file->text, "\n");
}

void msim_callfile_names(struct msim_callfile *file)
{
    uint32_t strings = file->profile->dict->strings.used;
    file->rank = msim_string_ranks(file->profile->dict, file->mem);
    for (unsigned kind = 0; kind < MSIM_NAME_KINDS; kind++)
        file->written[kind] = msim_get(file->mem, (strings + 1) * sizeof(uint32_t), 8);
}

void msim_callfile_put_start(struct msim_callfile *file, const char *what)
{
    if (msim_callfile_put_number(file, what, MSIM_NAME_FUNCTION, &file->start))
        msim_put(file->text, "(before the start)");
}

void msim_callfile_put_counts(struct msim_callfile *file, const struct msim_row *row,
                              const struct msim_page_row *pages)
{
    msim_put_row(file->text, file->machine, row);
    if (pages && file->pages->on)
        msim_put_page_row(file->text, pages);
    msim_put(file->text, "\n");
}

void msim_callfile_subtract(struct msim_row *from, const struct msim_row *row)
{
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned i = 0; i < MSIM_COUNTS; i++)
            from->count[kind][i] -= row->count[kind][i];
}
