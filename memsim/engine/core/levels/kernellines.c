/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pages of kernellines.h. */
#include "kernellines.h"

#include "engine/caches/touch.h"
#include "engine/core/memory/ways.h"

enum { PAGE_LINES = 1 << (MSIM_PAGE_SHIFT - MSIM_LINE_SHIFT) };

/* What part of a level such lines stay in, as measured (docs/validation.md): more comes into it than
 * is counted, from the kernel itself and, into L3, from others. */
enum { SHARE_L2 = 2, SHARE_L3 = 4 };

enum { MOVED_MOST = 1 << 30 };

void msim_kernel_lines_init(struct msim_kernel_lines *kernel, const struct msim_mem *mem,
                            const struct msim_dict *dict, const struct msim_machine *machine)
{
    uint64_t last = machine->level[MSIM_L3].units ? MSIM_L3 : MSIM_L2, pages = 1;
    while (pages < MSIM_KERNEL_PAGES_MOST && pages << MSIM_PAGE_SHIFT < machine->level[last].units)
        pages *= 2;
    *kernel = (struct msim_kernel_lines){.on = machine->core.kernel_lines, .dict = dict};
    if (!kernel->on)
        return;
    msim_ranges_init(&kernel->files, mem);
    msim_pageset_init(&kernel->used, mem);
    msim_table_init(&kernel->moved, mem, sizeof(uint64_t), MOVED_MOST);
    kernel->page = msim_get(mem, pages * sizeof *kernel->page, 64);
    kernel->mask = pages - 1;
}

static bool is_file(const struct msim_kernel_lines *kernel, uint64_t address)
{
    uint32_t at = msim_ranges_search(&kernel->files, address);
    return at < kernel->files.used && kernel->files.range[at].first <= address;
}

/* The kernel clears it when it is used. */
static bool is_new(const struct msim_kernel_lines *kernel, uint64_t page)
{
    return !msim_pageset_get(&kernel->used, page) && !is_file(kernel, page << MSIM_PAGE_SHIFT);
}

/* --- What the kernel brings ----------------------------------------------------------------- */

/* Lines `first` to `last` of a page come into all levels but the first; if it is new, all do. */
static void bring(struct msim_kernel_lines *kernel, struct msim_page_tables *tables, uint64_t page,
                  unsigned first, unsigned last)
{
    struct msim_kernel_page *at = msim_kernel_lines_place(kernel, page);
    if (is_new(kernel, page)) {
        first = 0;
        last = PAGE_LINES - 1;
    }
    uint64_t lines = UINT64_MAX >> (PAGE_LINES - 1 - last + first) << first;
    msim_page_tables_pass(tables, last - first + 1);
    if (at->number == page + 1 && at->of == tables)
        lines |= at->lines;
    *at = (struct msim_kernel_page){page + 1, lines, {tables->came[1], tables->came[2]}, tables};
    *msim_pageset_at(&kernel->used, page) = 1;
}

/* All pages of one that is used for the first time, that one last. */
static void clear(struct msim_kernel_lines *kernel, struct msim_page_tables *tables, uint64_t page,
                  unsigned size)
{
    uint64_t pages = UINT64_C(1) << (size > MSIM_PAGE_SHIFT ? size - MSIM_PAGE_SHIFT : 0);
    uint64_t first = page & ~(pages - 1);
    for (uint64_t i = first; i < first + pages; i++)
        if (i != page)
            bring(kernel, tables, i, 0, PAGE_LINES - 1);
    bring(kernel, tables, page, 0, PAGE_LINES - 1);
}

static void write(struct msim_kernel_lines *kernel, struct msim_page_tables *tables, uint64_t first,
                  uint64_t bytes)
{
    uint64_t last = first + bytes - 1, page = first >> MSIM_PAGE_SHIFT,
             end = last >> MSIM_PAGE_SHIFT;
    if (!bytes || last < first || bytes > MSIM_KERNEL_MOST)
        return;
    for (; page <= end; page++) {
        uint64_t from = page == first >> MSIM_PAGE_SHIFT ? first >> MSIM_LINE_SHIFT : 0;
        uint64_t to = page == end ? last >> MSIM_LINE_SHIFT : PAGE_LINES - 1;
        bring(kernel, tables, page, from % PAGE_LINES, to % PAGE_LINES);
    }
}

/* --- Mappings ------------------------------------------------------------------------------- */

/* What is from `first` up to `end` is new. */
static void renew(struct msim_kernel_lines *kernel, uint64_t first, uint64_t end)
{
    if (first < end)
        msim_pageset_forget(&kernel->used, first >> MSIM_PAGE_SHIFT, (end - 1) >> MSIM_PAGE_SHIFT);
}

static void set_file(struct msim_kernel_lines *kernel, uint64_t first, uint64_t end, bool is_file)
{
    struct msim_range taken;
    if (first >= end)
        return;
    while (msim_ranges_take(&kernel->files, first, end - 1, &taken))
        ;
    if (is_file)
        msim_ranges_add(&kernel->files, &(struct msim_range){first, end - 1, 0});
}

static void take_moved(void *self, uint64_t page, uint8_t *byte)
{
    struct msim_kernel_lines *kernel = self;
    uint64_t *moved = msim_table_add(&kernel->moved);
    if (moved)
        *moved = page;
    *byte = 0;
}

/* In two steps, because the function that visits pages may not change others. */
static void move(struct msim_kernel_lines *kernel, uint64_t from, uint64_t to, uint64_t bytes)
{
    bool of_file = is_file(kernel, from);
    renew(kernel, to, to + bytes);
    if (from < from + bytes)
        msim_pageset_each(&kernel->used, from >> MSIM_PAGE_SHIFT,
                          (from + bytes - 1) >> MSIM_PAGE_SHIFT, take_moved, kernel);
    for (uint32_t i = 0; i < kernel->moved.used; i++) {
        const uint64_t *page = msim_table_at(&kernel->moved, i);
        *msim_pageset_at(&kernel->used,
                         *page + (to >> MSIM_PAGE_SHIFT) - (from >> MSIM_PAGE_SHIFT)) = 1;
    }
    kernel->moved.used = 0;
    set_file(kernel, from, from + bytes, false);
    set_file(kernel, to, to + bytes, of_file);
}

bool msim_kernel_lines_reads(const struct msim_kernel_lines *kernel, const uint64_t *record)
{
    enum msim_event event = msim_event_of(*record);
    return kernel->on && (event == MSIM_EVENT_MAP || event == MSIM_EVENT_UNMAP ||
                          event == MSIM_EVENT_MOVE || event == MSIM_EVENT_KERNEL);
}

void msim_kernel_lines_event(struct msim_kernel_lines *kernel, struct msim_page_tables *tables,
                             const uint64_t *record)
{
    switch (msim_event_of(*record)) {
    case MSIM_EVENT_MAP:
        renew(kernel, record[1], record[2]);
        set_file(kernel, record[1], record[2],
                 msim_dict_text(kernel->dict, msim_event_upper(record[4]))[0]);
        break;
    case MSIM_EVENT_MOVE:
        move(kernel, record[1], record[2], record[3]);
        break;
    case MSIM_EVENT_KERNEL:
        if (record[3] & MSIM_KERNEL_WRITE)
            write(kernel, tables, record[1], record[2]);
        break;
    default:
        renew(kernel, record[1], record[2]);
        if (!record[3])
            set_file(kernel, record[1], record[2], false);
        break;
    }
}

/* --- Where lines are ------------------------------------------------------------------------ */

static enum msim_cause nearer(const struct msim_kernel_page *page, enum msim_cause from)
{
    const struct msim_page_tables *tables = page->of;
    if (tables->came[1] - page->came[0] < tables->room[1] / SHARE_L2)
        return MSIM_WAIT_L2;
    if (tables->came[2] - page->came[1] < tables->room[2] / SHARE_L3)
        return MSIM_WAIT_L3;
    return from;
}

static uint64_t bit_of(uint64_t address)
{
    return UINT64_C(1) << (address >> MSIM_LINE_SHIFT) % PAGE_LINES;
}

enum msim_cause msim_kernel_lines_where(const struct msim_kernel_lines *kernel, uint64_t address,
                                        enum msim_cause from)
{
    uint64_t page = address >> MSIM_PAGE_SHIFT;
    const struct msim_kernel_page *at = kernel->on ? msim_kernel_lines_place(kernel, page) : NULL;
    bool has = at && at->number == page + 1 && at->lines & bit_of(address);
    return has ? nearer(at, from) : from;
}

enum msim_cause msim_kernel_lines_use(struct msim_kernel_lines *kernel,
                                      struct msim_page_tables *tables, uint64_t address,
                                      unsigned size, enum msim_cause from)
{
    uint64_t page = address >> MSIM_PAGE_SHIFT;
    if (from == MSIM_WAIT_MEMORY && is_new(kernel, page))
        clear(kernel, tables, page, size);
    struct msim_kernel_page *at = msim_kernel_lines_place(kernel, page);
    if (at->number != page + 1 || at->of != tables || !(at->lines & bit_of(address)))
        return from;
    at->lines &= ~bit_of(address);
    return nearer(at, from);
}
