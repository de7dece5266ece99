/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of pagein.h. */
#include "pagein.h"

void msim_pagein_init(struct msim_pagein *pagein, const struct msim_mem *mem,
                      const struct msim_dict *dict, const struct msim_pagein_options *options)
{
    pagein->dict = dict;
    pagein->options = *options;
    pagein->sim = NULL;
    pagein->contexts = NULL;
    pagein->in_parts = (struct msim_pagein_parts){.parts = NULL};
    pagein->record = NULL;
    msim_faults_init(&pagein->faults, mem, options->fault_around);
    msim_area_map_init(&pagein->areas, mem, dict);
    msim_pageset_init(&pagein->listed, mem);
    msim_table_init(&pagein->lines, mem, sizeof(struct msim_pagein_line), MSIM_PAGEINS_MAX);
}

void msim_pagein_watch(struct msim_pagein *pagein, struct msim_sim *sim)
{
    pagein->sim = sim;
}

/* --- By calling context ------------------------------------------------------------------- */

/* Counts for the running context; with a pass ahead of the simulator, for the record's context. */
static void count_for_context(const struct msim_pagein *pagein, uint32_t site, unsigned count)
{
    struct msim_contexts *contexts = pagein->contexts;
    if (!contexts || !contexts->on)
        return;
    if (!pagein->in_parts.waits)
        msim_page_counts_add(&contexts->pages, contexts->number, site, count);
    else
        msim_page_counts_wait(&contexts->pages, pagein->record, site, count);
}

static void count_fault(struct msim_pagein *pagein, enum msim_fault fault, uint32_t site,
                        enum msim_kind kind, const struct msim_mapping *mapping)
{
    if (fault == MSIM_NO_FAULT)
        return;
    count_for_context(pagein, site,
                      fault == MSIM_FAULT_FIRST ? (unsigned)MSIM_PAGE_FAULTS + kind
                                                : (unsigned)MSIM_PAGE_COPIED);
    msim_pagein_parts_fault(&pagein->in_parts, pagein->record, msim_backing_of(mapping), fault);
}

/* --- The list ----------------------------------------------------------------------------- */

static bool has_own_pages(const struct msim_pagein *pagein)
{
    return pagein->options.page_shift != MSIM_PAGE_SHIFT;
}

static void count_line(struct msim_pagein *pagein, const struct msim_page_touch *touch, char access)
{
    pagein->code += touch->kind == MSIM_FETCH;
    pagein->data += touch->kind != MSIM_FETCH;
    pagein->start += access == 'k' && touch->instr == 0;
}

static void add_line(struct msim_pagein *pagein, const struct msim_page_touch *touch,
                     uint64_t address, const struct msim_mapping *mapping, char access)
{
    struct msim_pagein_line *line = msim_table_add(&pagein->lines);
    count_line(pagein, touch, access);
    count_for_context(pagein, touch->site, (unsigned)MSIM_PAGE_TOUCHED + touch->kind);
    if (!line) {
        pagein->not_listed++;
        return;
    }
    const struct msim_mapping *code = msim_mapping_of(&pagein->faults.mappings, touch->instr);
    *line = (struct msim_pagein_line){0};
    line->page = address >> pagein->options.page_shift << pagein->options.page_shift;
    line->time = pagein->options.microseconds ? pagein->microseconds : touch->instructions;
    line->instr = touch->instr;
    line->site = touch->site;
    line->object = code ? code->name : 0;
    line->access = (uint8_t)access;
    line->backing = msim_backing_of(mapping);
    msim_pagein_parts_touch(&pagein->in_parts, pagein->record, &line->part);
    if (mapping)
        line->offset =
            (uint32_t)((mapping->offset + (address - mapping->start)) >> MSIM_PAGE_SHIFT);
}

/* The page has not been touched since it was mapped, or this is a write that may be a fault. */
static __attribute__((noinline)) void new_touch(struct msim_pagein *pagein,
                                                const struct msim_page_touch *touch, uint64_t page,
                                                char access)
{
    uint64_t address = page << MSIM_PAGE_SHIFT;
    const struct msim_mapping *mapping = msim_mapping_of(&pagein->faults.mappings, address);
    uint8_t *byte = msim_pageset_at(&pagein->faults.pages, page);
    bool is_new = !(*byte & MSIM_PAGE_SEEN);
    *byte |= MSIM_PAGE_SEEN;
    enum msim_fault fault =
        msim_faults_touch(&pagein->faults, page, mapping, touch->kind == MSIM_WRITE);
    if (msim_is_of_tool(mapping)) {
        pagein->left_out += is_new;
        return;
    }
    count_fault(pagein, fault, touch->site, touch->kind, mapping);
    if (is_new && has_own_pages(pagein)) {
        uint8_t *listed = msim_pageset_at(&pagein->listed, address >> pagein->options.page_shift);
        is_new = !*listed;
        *listed = 1;
    }
    if (is_new)
        add_line(pagein, touch, address, mapping, access);
}

static inline bool is_known(uint8_t byte, const struct msim_page_touch *touch)
{
    uint8_t needed = MSIM_PAGE_SEEN | (touch->kind == MSIM_WRITE ? MSIM_PAGE_OWN : 0);
    return (byte & needed) == needed;
}

static void touch_pages(struct msim_pagein *pagein, const struct msim_page_touch *touch,
                        char access)
{
    uint64_t page = touch->first >> MSIM_PAGE_SHIFT;
    uint64_t last = (touch->first + touch->size - 1) >> MSIM_PAGE_SHIFT;
    for (; page <= last; page++) {
        const uint8_t *byte = msim_pageset_at(&pagein->faults.pages, page);
        if (!is_known(*byte, touch))
            new_touch(pagein, touch, page, access);
        bool watch = touch->kind != MSIM_FETCH && *byte & MSIM_PAGE_COPIES;
        if (pagein->sim && (watch || touch->watched))
            msim_sim_watch_page(pagein->sim, touch->kind, page << MSIM_PAGE_SHIFT, watch);
    }
}

void msim_pagein_touch(void *self, const struct msim_page_touch *touch)
{
    struct msim_pagein *pagein = self;
    static const char access[MSIM_KINDS] = {'x', 'r', 'w'};
    touch_pages(pagein, touch, access[touch->kind]);
}

/* --- Events ------------------------------------------------------------------------------- */

/* Forgets larger pages without mappings outside of start..end - 1. */
static void forget_larger(struct msim_pagein *pagein, uint64_t start, uint64_t end)
{
    const struct msim_mappings *mappings = &pagein->faults.mappings;
    unsigned shift = pagein->options.page_shift;
    uint64_t first = start >> shift, last = (end - 1) >> shift;
    if (msim_mappings_any(mappings, first << shift, start))
        first++;
    if (msim_mappings_any(mappings, end, (last + 1) << shift))
        last--;
    if (first <= last && last != UINT64_MAX)
        msim_pageset_forget(&pagein->listed, first, last);
}

/* All pages from `start` up to `end` are new. */
static void renew(struct msim_pagein *pagein, uint64_t start, uint64_t end)
{
    msim_faults_forget(&pagein->faults, start, end);
    if (has_own_pages(pagein))
        forget_larger(pagein, start, end);
    if (pagein->sim)
        msim_sim_watch(pagein->sim, start, end - 1);
}

static void fill(struct msim_pagein *pagein, const struct msim_mapping *mapping)
{
    uint64_t page = mapping->start >> MSIM_PAGE_SHIFT, end = mapping->end >> MSIM_PAGE_SHIFT;
    bool write = mapping->flags & MSIM_MAP_WRITE && !(mapping->flags & MSIM_MAP_SHARED);
    if (end - page > MSIM_KERNEL_MOST >> MSIM_PAGE_SHIFT)
        end = page + (MSIM_KERNEL_MOST >> MSIM_PAGE_SHIFT);
    for (; page < end; page++) {
        if (msim_pageset_get(&pagein->faults.pages, page) & MSIM_PAGE_THERE)
            continue;
        enum msim_fault fault = msim_faults_touch(&pagein->faults, page, mapping, write);
        if (!msim_is_of_tool(mapping))
            count_fault(pagein, fault, UINT32_MAX, write ? MSIM_WRITE : MSIM_READ, mapping);
    }
}

/* The loaded file whose zeroed variables this anonymous mapping has; 0: none. */
static uint32_t bss_at(const struct msim_pagein *pagein, uint64_t address)
{
    uint64_t first, last;
    const struct msim_area *area = msim_area_of(&pagein->areas, address, &first, &last);
    return area ? area->file : 0;
}

static void map(struct msim_pagein *pagein, const uint64_t *record)
{
    uint32_t name = msim_event_upper(record[4]);
    struct msim_mapping mapping = {
        .start = record[1], .end = record[2], .offset = record[3], .flags = (uint32_t)record[4]};
    if (msim_dict_text(pagein->dict, name)[0]) {
        mapping.name = name + 1;
    } else {
        mapping.offset = 0;
        mapping.bss_of = bss_at(pagein, mapping.start);
    }
    renew(pagein, mapping.start, mapping.end);
    msim_mappings_add(&pagein->faults.mappings, &mapping);
    if (mapping.flags & MSIM_MAP_POPULATE)
        fill(pagein, &mapping);
}

static void unmap(struct msim_pagein *pagein, const uint64_t *record)
{
    if (!record[3])
        msim_mappings_remove(&pagein->faults.mappings, record[1], record[2]);
    renew(pagein, record[1], record[2]);
}

static void move(struct msim_pagein *pagein, const uint64_t *record)
{
    uint64_t from = record[1], to = record[2], bytes = record[3];
    renew(pagein, to, to + bytes);
    msim_mappings_copy(&pagein->faults.mappings, from, to, bytes);
    msim_faults_move(&pagein->faults, from, to, bytes);
    msim_mappings_remove(&pagein->faults.mappings, from, from + bytes);
    renew(pagein, from, from + bytes);
}

static void protect(struct msim_pagein *pagein, const uint64_t *record)
{
    msim_mappings_protect(&pagein->faults.mappings, record[1], record[2], (uint32_t)record[3]);
    msim_faults_protect(&pagein->faults, record[1], record[2]);
    if (pagein->sim && record[3] & MSIM_MAP_WRITE)
        msim_sim_watch(pagein->sim, record[1], record[2] - 1);
}

/* The kernel does not touch memory that the program may not access: the call fails, or stops
 * there. */
static void kernel(struct msim_pagein *pagein, const uint64_t *record, uint64_t instructions)
{
    uint64_t at = record[1], bytes = record[2] < MSIM_KERNEL_MOST ? record[2] : MSIM_KERNEL_MOST;
    bool write = record[3] & MSIM_KERNEL_WRITE;
    struct msim_page_touch touch = {.kind = write ? MSIM_WRITE : MSIM_READ,
                                    .site = msim_event_upper(record[3]),
                                    .instr = record[3] & MSIM_KERNEL_START ? 0 : record[4],
                                    .instructions = instructions ? instructions - 1 : 0};
    uint32_t right = write ? MSIM_MAP_WRITE : MSIM_MAP_READ;
    while (bytes) {
        const struct msim_mapping *mapping = msim_mapping_of(&pagein->faults.mappings, at);
        uint64_t here = (at | ((1u << MSIM_PAGE_SHIFT) - 1)) + 1 - at;
        if (!mapping || !(mapping->flags & right))
            return;
        touch.first = at;
        touch.size = (uint32_t)(here < bytes ? here : bytes);
        touch_pages(pagein, &touch, 'k');
        at += touch.size;
        bytes -= touch.size;
    }
}

static void forked(struct msim_pagein *pagein)
{
    msim_faults_fork(&pagein->faults);
    if (pagein->sim)
        msim_sim_watch(pagein->sim, 0, UINT64_MAX);
}

void msim_pagein_event(struct msim_pagein *pagein, const uint64_t *record, uint64_t instructions)
{
    msim_area_map_event(&pagein->areas, record, instructions);
    switch (msim_event_of(*record)) {
    case MSIM_EVENT_MAP:
        map(pagein, record);
        break;
    case MSIM_EVENT_UNMAP:
        unmap(pagein, record);
        break;
    case MSIM_EVENT_MOVE:
        move(pagein, record);
        break;
    case MSIM_EVENT_PROTECT:
        protect(pagein, record);
        break;
    case MSIM_EVENT_KERNEL:
        kernel(pagein, record, instructions);
        break;
    case MSIM_EVENT_FORK:
        forked(pagein);
        break;
    case MSIM_EVENT_TIME:
        pagein->microseconds = record[1];
        break;
    default:
        break;
    }
}

void msim_pagein_clear(struct msim_pagein *pagein)
{
    pagein->lines.used = 0;
    pagein->code = pagein->data = pagein->start = pagein->not_listed = pagein->left_out = 0;
    msim_faults_in_child(&pagein->faults);
    msim_pagein_parts_clear(&pagein->in_parts);
    if (has_own_pages(pagein))
        msim_pageset_forget(&pagein->listed, 0, UINT64_MAX >> pagein->options.page_shift);
    if (pagein->sim)
        msim_sim_watch(pagein->sim, 0, UINT64_MAX);
}
