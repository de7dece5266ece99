/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of text; see table.h. */
#include "table.h"

#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/base/wrap.h"

#include "cmd/listing/cells.h"

enum { GAP = 2, TEXT_LEAST = 26 };

void msim_calls_table_text(struct msim_calls_table *table, const char *text)
{
    msim_labels_next(&table->labels, 0);
    msim_labels_put(&table->labels, MSIM_LABEL_NAME, "%s", text);
}

void msim_calls_put_frame(struct msim_labels *labels, size_t indent, const char *name,
                          const char *mark, const struct msim_profile_frame *frame)
{
    msim_labels_next(labels, indent);
    msim_labels_put(labels, MSIM_LABEL_NAME, "%s", name);
    msim_labels_put(labels, MSIM_LABEL_REMARK, "%s", mark);
    if (!frame)
        return;
    struct msim_frame_place at = msim_frame_place(frame);
    msim_labels_put(labels, MSIM_LABEL_FILE, "%s%s%s", at.before, at.name, at.after);
}

/* The number of columns that fit; *used: what they take, with the gap before the text. */
static size_t fit(struct msim_calls_table *table, size_t room, size_t *used)
{
    size_t most = room > 3 * TEXT_LEAST / 2 ? room - room / 3 : TEXT_LEAST, columns = 0;
    *used = 0;
    for (; columns < table->cells.columns; columns++) {
        size_t next = *used + msim_aligned_width(&table->cells, columns) + GAP;
        if (room && columns >= table->keep && next > most)
            break;
        *used = next;
    }
    return columns;
}

void msim_calls_table_print(struct msim_calls_table *table, const char *what, size_t width,
                            FILE *to)
{
    struct msim_aligned *cells = &table->cells;
    size_t used, columns = fit(table, width, &used);
    size_t room = !width ? SIZE_MAX : width > used + TEXT_LEAST ? width - used : TEXT_LEAST;
    cells->gap = GAP;
    msim_labels_fit(&table->labels, room);
    msim_table_rule(to);
    msim_aligned_put_heads(cells, columns, to);
    fprintf(to, "%*s%s\n", GAP, "", what);
    msim_table_rule(to);
    for (size_t row = 0; row < table->labels.count; row++) {
        msim_aligned_put(cells, row, columns, to);
        fprintf(to, "%*s%s\n", GAP, "", msim_labels_text(&table->labels, row));
    }
    if (columns < cells->columns) {
        char *text = msim_copy("(no room for");
        for (size_t i = columns; i < cells->columns; i++) {
            char *more = *cells->head[i]
                             ? msim_printed("%s%s %s", text, i > columns ? "," : "", cells->head[i])
                             : msim_copy(text);
            free(text);
            text = more;
        }
        char *all = msim_printed("%s; --width=0 shows all)", text);
        msim_wrap(to, all, 0, 1, width);
        MSIM_FREE(text, all);
    }
    msim_aligned_free(cells);
    msim_labels_free(&table->labels);
}
