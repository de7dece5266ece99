/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The heap's part of the summary: peak, allocations, and memusage's table.
 *
 *    Heap peak:        1,143,840 B  (1,142,865 heap + 975 extra + 0 stacks)
 *    Heap allocs:            143    (1,148,972 B; 1 temporary, 0 failed,
 *                                    52 never freed: 142,875 B)
 *    note: --allocator=pool_get: no call of it returned
 */
#include "file.h"

enum { NARROWEST = 7, BEFORE = 22 }; /* BEFORE: what is in brackets, and the number */

static void put_part(struct msim_text *text, uint64_t number, const char *after)
{
    msim_put_grouped(text, number, 0);
    msim_put(text, after);
}

static struct msim_alloc_counts total_of(const struct msim_heap *heap)
{
    struct msim_alloc_counts total = {0};
    for (uint32_t i = 0; i < heap->callers.places.used; i++) {
        const struct msim_place *place = msim_place_at(&heap->callers, i);
        if (place->ignored)
            continue;
        total.allocs += place->counts.allocs;
        total.bytes += place->counts.bytes;
        total.temp += place->counts.temp;
        total.failed += place->counts.failed;
    }
    return total;
}

/* The name may be misspelled, or the function inlined. */
static void put_unseen(const struct msim_heap *heap, struct msim_line *line)
{
    const struct msim_allocators *all = &heap->options.allocators;
    for (unsigned i = 0; i < all->used && !heap->options.pages; i++) {
        if (heap->named[i])
            continue;
        msim_put(&line->text, "note: --allocator=");
        msim_put_name(&line->text, all->one[i].text);
        msim_put(&line->text, ": no call of it returned");
        msim_line_end(line);
    }
}

void msim_heap_summary(const void *self, const struct msim_lines *lines)
{
    const struct msim_heap *heap = self;
    struct msim_line line;
    struct msim_snapshot peak = msim_heap_peak(heap);
    struct msim_alloc_counts total = total_of(heap);
    uint64_t most =
        msim_snapshot_total(&peak) > total.allocs ? msim_snapshot_total(&peak) : total.allocs;
    unsigned width = msim_grouped_width(most) > NARROWEST ? msim_grouped_width(most) : NARROWEST;
    msim_line_init(&line, lines);
    msim_line_end(&line);
    msim_put(&line.text, "Heap peak:       ");
    msim_put_grouped(&line.text, msim_snapshot_total(&peak), width);
    msim_put(&line.text, " B  (");
    put_part(&line.text, peak.heap, " heap + ");
    put_part(&line.text, peak.extra, " extra + ");
    put_part(&line.text, peak.stacks, " stacks)");
    msim_line_wrap(&line, BEFORE + width);
    msim_put(&line.text, "Heap allocs:     ");
    msim_put_grouped(&line.text, total.allocs, width);
    msim_put(&line.text, "    (");
    put_part(&line.text, total.bytes, " B; ");
    put_part(&line.text, total.temp, " temporary, ");
    put_part(&line.text, total.failed, " failed, ");
    put_part(&line.text, msim_heap_live(heap), " never freed: ");
    put_part(&line.text, heap->bytes, " B)");
    msim_line_wrap(&line, BEFORE + width);
    msim_usage_table(&heap->usage, &line);
    put_unseen(heap, &line);
}
