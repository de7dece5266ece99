/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The model of faults.h. */
#include "faults.h"

#include "engine/caches/touch.h"

enum { BACKINGS_MAX = 1 << 26, MOVED_MAX = 1 << 30 };

struct moved {
    uint64_t page;
    uint8_t byte;
};

void msim_faults_init(struct msim_faults *faults, const struct msim_mem *mem, uint64_t around)
{
    msim_mappings_init(&faults->mappings, mem);
    msim_pageset_init(&faults->pages, mem);
    faults->around = around >> MSIM_PAGE_SHIFT;
    faults->tool = (struct msim_fault_count){0, 0};
    msim_table_init(&faults->backings, mem, sizeof(struct msim_fault_count), BACKINGS_MAX);
    msim_table_init(&faults->moved, mem, sizeof(struct moved), MOVED_MAX);
}

static struct msim_fault_count *counts_of(struct msim_faults *faults,
                                          const struct msim_mapping *mapping)
{
    uint32_t backing = msim_backing_of(mapping);
    if (msim_is_of_tool(mapping))
        return &faults->tool;
    while (faults->backings.used <= backing)
        msim_table_add(&faults->backings);
    return msim_table_at(&faults->backings, backing);
}

uint64_t msim_faults_count(const struct msim_faults *faults)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < faults->backings.used; i++) {
        const struct msim_fault_count *counts = msim_table_at(&faults->backings, i);
        sum += counts->first + counts->copied;
    }
    return sum;
}

/* True: the first write to a page of this mapping is a fault if the page was only read before. */
static bool write_faults(const struct msim_mapping *mapping)
{
    bool shared_memory = mapping && mapping->flags & MSIM_MAP_SHARED && !mapping->name;
    return mapping && mapping->flags & MSIM_MAP_WRITE && !shared_memory;
}

static void read_page(struct msim_faults *faults, uint64_t page, const struct msim_mapping *mapping)
{
    uint8_t *byte = msim_pageset_at(&faults->pages, page);
    if (!(*byte & MSIM_PAGE_THERE))
        *byte |= MSIM_PAGE_THERE | (write_faults(mapping) ? MSIM_PAGE_COPIES : 0);
}

/* A read of a file's page also maps the pages around it; of shared memory, those that exist. */
static void read_around(struct msim_faults *faults, uint64_t page,
                        const struct msim_mapping *mapping)
{
    uint64_t first = page & ~(faults->around - 1), end = first + faults->around;
    uint64_t mapped = mapping->start >> MSIM_PAGE_SHIFT,
             mapped_end = mapping->end >> MSIM_PAGE_SHIFT;
    first = first > mapped ? first : mapped;
    end = end < mapped_end ? end : mapped_end;
    for (; first < end; first++)
        if (mapping->name || msim_pageset_get(&faults->pages, first) & MSIM_PAGE_HELD)
            read_page(faults, first, mapping);
}

static enum msim_fault count_fault(struct msim_faults *faults, uint8_t byte,
                                   const struct msim_mapping *mapping, bool write)
{
    if (!(byte & MSIM_PAGE_THERE)) {
        counts_of(faults, mapping)->first++;
        return MSIM_FAULT_FIRST;
    }
    if (!write || !(byte & MSIM_PAGE_COPIES))
        return MSIM_NO_FAULT;
    counts_of(faults, mapping)->copied++;
    return MSIM_FAULT_COPIED;
}

enum msim_fault msim_faults_touch(struct msim_faults *faults, uint64_t page,
                                  const struct msim_mapping *mapping, bool write)
{
    uint8_t *byte = msim_pageset_at(&faults->pages, page);
    enum msim_fault fault = count_fault(faults, *byte, mapping, write);
    if (write)
        *byte = (uint8_t)((*byte & ~MSIM_PAGE_COPIES) | MSIM_PAGE_THERE | MSIM_PAGE_OWN);
    else if (!(*byte & MSIM_PAGE_THERE) && mapping && faults->around > 1 &&
             (mapping->name || *byte & MSIM_PAGE_HELD))
        read_around(faults, page, mapping);
    else
        read_page(faults, page, mapping);
    return fault;
}

void msim_faults_forget(struct msim_faults *faults, uint64_t start, uint64_t end)
{
    if (start < end)
        msim_pageset_forget(&faults->pages, start >> MSIM_PAGE_SHIFT, (end - 1) >> MSIM_PAGE_SHIFT);
}

static void take_moved(void *self, uint64_t page, uint8_t *byte)
{
    struct msim_faults *faults = self;
    struct moved *moved = msim_table_add(&faults->moved);
    if (moved)
        *moved = (struct moved){page, *byte & (uint8_t)~MSIM_PAGE_SEEN};
}

/* In two steps, because the function that visits pages may not change others. */
void msim_faults_move(struct msim_faults *faults, uint64_t from, uint64_t to, uint64_t bytes)
{
    uint64_t first = from >> MSIM_PAGE_SHIFT, last = (from + bytes - 1) >> MSIM_PAGE_SHIFT;
    uint64_t distance = (to >> MSIM_PAGE_SHIFT) - first;
    if (!bytes || first > last)
        return;
    msim_pageset_each(&faults->pages, first, last, take_moved, faults);
    for (uint32_t i = 0; i < faults->moved.used; i++) {
        const struct moved *moved = msim_table_at(&faults->moved, i);
        if (moved->byte)
            *msim_pageset_at(&faults->pages, moved->page + distance) = moved->byte;
    }
    faults->moved.used = 0;
}

static void protect(void *self, uint64_t page, uint8_t *byte)
{
    const struct msim_faults *faults = self;
    bool copies = *byte & MSIM_PAGE_THERE && !(*byte & MSIM_PAGE_OWN) &&
                  write_faults(msim_mapping_of(&faults->mappings, page << MSIM_PAGE_SHIFT));
    *byte = (uint8_t)((*byte & ~MSIM_PAGE_COPIES) | (copies ? MSIM_PAGE_COPIES : 0));
}

void msim_faults_protect(struct msim_faults *faults, uint64_t start, uint64_t end)
{
    if (start < end)
        msim_pageset_each(&faults->pages, start >> MSIM_PAGE_SHIFT, (end - 1) >> MSIM_PAGE_SHIFT,
                          protect, faults);
}

static void share(void *self, uint64_t page, uint8_t *byte)
{
    const struct msim_faults *faults = self;
    const struct msim_mapping *mapping =
        msim_mapping_of(&faults->mappings, page << MSIM_PAGE_SHIFT);
    if (!(*byte & MSIM_PAGE_OWN) || !mapping || mapping->flags & MSIM_MAP_SHARED)
        return;
    *byte = (uint8_t)((*byte & ~MSIM_PAGE_OWN) | MSIM_PAGE_COPIES);
}

void msim_faults_fork(struct msim_faults *faults)
{
    msim_pageset_each(&faults->pages, 0, UINT64_MAX >> MSIM_PAGE_SHIFT, share, faults);
}

/* The child's page table lacks pages of files that were only read, and of shared mappings.  Whether
 * those of shared mappings were written is unknown, because such writes need not be faults. */
static void enter_child(void *self, uint64_t page, uint8_t *byte)
{
    const struct msim_faults *faults = self;
    const struct msim_mapping *mapping =
        msim_mapping_of(&faults->mappings, page << MSIM_PAGE_SHIFT);
    bool held = *byte & (MSIM_PAGE_THERE | MSIM_PAGE_HELD) && mapping && !mapping->name;
    *byte &= (uint8_t)~MSIM_PAGE_SEEN;
    if (!mapping || mapping->flags & MSIM_MAP_SHARED) {
        *byte = held ? MSIM_PAGE_HELD : 0;
        return;
    }
    if (!(*byte & (MSIM_PAGE_OWN | MSIM_PAGE_COPIES)))
        *byte = 0;
}

void msim_faults_in_child(struct msim_faults *faults)
{
    msim_pageset_each(&faults->pages, 0, UINT64_MAX >> MSIM_PAGE_SHIFT, enter_child, faults);
    faults->tool = (struct msim_fault_count){0, 0};
    for (uint32_t i = 0; i < faults->backings.used; i++)
        *(struct msim_fault_count *)msim_table_at(&faults->backings, i) =
            (struct msim_fault_count){0, 0};
}
