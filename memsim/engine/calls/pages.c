/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sums of pages.h. */
#include "pages.h"

void msim_page_sums_init(struct msim_page_sums *sums, const struct msim_mem *mem, uint32_t numbers)
{
    msim_sparse_init(&sums->rows, mem, sizeof(struct msim_page_row), numbers + 1);
}

void msim_page_sums_add(struct msim_page_sums *sums, uint32_t number,
                        const struct msim_page_row *row)
{
    msim_page_row_add(msim_sparse_need(&sums->rows, number), row);
}

const struct msim_page_row *msim_page_sum(const struct msim_page_sums *sums, uint32_t number)
{
    return msim_sparse_at(&sums->rows, number);
}

void msim_page_sums_of_contexts(struct msim_page_sums *sums, const struct msim_mem *mem,
                                const struct msim_tree *tree, const struct msim_page_counts *counts)
{
    msim_page_sums_init(sums, mem, tree->contexts.used);
    for (uint32_t i = 0; counts->on && i < counts->pairs.used; i++) {
        const struct msim_page_pair *pair = msim_page_pair_at(counts, i);
        if (!msim_page_row_is_zero(&pair->row))
            msim_page_sums_add(sums, msim_tree_settled(tree, pair->context), &pair->row);
    }
}

struct msim_page_row msim_page_total(const struct msim_page_counts *counts)
{
    struct msim_page_row total = {{0}};
    for (uint32_t i = 0; counts->on && i < counts->pairs.used; i++)
        msim_page_row_add(&total, &msim_page_pair_at(counts, i)->row);
    return total;
}

void msim_put_page_names(struct msim_text *text)
{
    for (unsigned i = 0; i < MSIM_PAGE_COUNTS; i++) {
        msim_put(text, " ");
        msim_put(text, msim_page_words[i].name);
    }
}

void msim_put_page_row(struct msim_text *text, const struct msim_page_row *row)
{
    for (unsigned i = 0; i < MSIM_PAGE_COUNTS; i++) {
        msim_put(text, " ");
        msim_put_number(text, row->count[i]);
    }
}
