/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pass of pagepass.h. */
#include "pagepass.h"

/* The pages of a segment's code. */
struct code {
    uint64_t first, last;
};

void msim_pagepass_clear(struct msim_pagepass *pass)
{
    for (unsigned i = 0; i < MSIM_PASS_SLOTS; i++)
        pass->known[i] = UINT64_MAX;
}

void msim_pagepass_init(struct msim_pagepass *pass, const struct msim_mem *mem,
                        const struct msim_dict *dict, struct msim_pagein *pagein)
{
    pass->dict = dict;
    pass->pagein = pagein;
    pass->instructions = 0;
    msim_table_init(&pass->code, mem, sizeof(struct code), MSIM_SEGMENTS_MAX);
    msim_pagepass_clear(pass);
}

void msim_pagepass_extend(struct msim_pagepass *pass)
{
    while (pass->code.used < pass->dict->segments.used) {
        const struct msim_segment *segment = msim_dict_segment_at(pass->dict, pass->code.used);
        struct code *code = msim_table_add(&pass->code);
        uint64_t end = msim_instr_address(segment, segment->instrs_used);
        code->first = segment->address >> MSIM_PAGE_SHIFT;
        code->last = (end - 1) >> MSIM_PAGE_SHIFT;
    }
}

/* --- References --------------------------------------------------------------------------- */

static inline bool is_known(const struct msim_pagepass *pass, uint64_t page, bool write)
{
    uint64_t known = pass->known[page & (MSIM_PASS_SLOTS - 1)];
    return known == (page << 1 | 1) || (!write && known == page << 1);
}

static inline bool are_known(const struct msim_pagepass *pass, uint64_t first, uint64_t last,
                             bool write)
{
    for (; first <= last; first++)
        if (!is_known(pass, first, write))
            return false;
    return true;
}

static __attribute__((noinline)) void look(struct msim_pagepass *pass,
                                           const struct msim_page_touch *touch)
{
    uint64_t page = touch->first >> MSIM_PAGE_SHIFT;
    uint64_t last = (touch->first + touch->size - 1) >> MSIM_PAGE_SHIFT;
    msim_pagein_touch(pass->pagein, touch);
    for (; page <= last; page++) {
        bool own = msim_pageset_get(&pass->pagein->faults.pages, page) & MSIM_PAGE_OWN;
        pass->known[page & (MSIM_PASS_SLOTS - 1)] = page << 1 | own;
    }
}

static inline void access(struct msim_pagepass *pass, const struct msim_segment *segment,
                          unsigned number, const uint64_t *record)
{
    const struct msim_access *access = &segment->accesses[number];
    uint64_t base = record[access->word], first = base + (uint64_t)(int64_t)access->offset;
    if (access->maybe && base == MSIM_NO_ADDRESS)
        return;
    bool write = access->write || access->modify;
    if (__builtin_expect(are_known(pass, first >> MSIM_PAGE_SHIFT,
                                   (first + access->size - 1) >> MSIM_PAGE_SHIFT, write),
                         1))
        return;
    struct msim_page_touch touch = msim_touch_of(segment, access->instr, pass->instructions);
    touch.first = first;
    touch.size = access->size;
    touch.kind = msim_touch_kind(segment, number);
    look(pass, &touch);
}

static inline void fetch(struct msim_pagepass *pass, const struct msim_segment *segment,
                         unsigned number)
{
    struct msim_page_touch touch = msim_touch_of(segment, number, pass->instructions);
    if (!are_known(pass, touch.first >> MSIM_PAGE_SHIFT,
                   (touch.first + touch.size - 1) >> MSIM_PAGE_SHIFT, false))
        look(pass, &touch);
}

void msim_pagepass_segment(struct msim_pagepass *pass, const uint64_t *record)
{
    uint32_t number = msim_header_segment(*record);
    const struct msim_segment *segment = msim_dict_segment_at(pass->dict, number);
    const struct code *code = msim_table_at(&pass->code, number);
    unsigned next = 0;
    if (!are_known(pass, code->first, code->last, false))
        for (unsigned i = 0; i < segment->instrs_used; i++) {
            if (i >= segment->continued)
                fetch(pass, segment, i);
            for (; next < segment->accesses_used && segment->accesses[next].instr == i; next++)
                access(pass, segment, next, record);
        }
    for (; next < segment->accesses_used; next++)
        access(pass, segment, next, record);
    pass->instructions += (uint64_t)segment->instrs_used - segment->continued;
}

void msim_pagepass_event(struct msim_pagepass *pass, const uint64_t *record)
{
    enum msim_event event = msim_event_of(*record);
    msim_pagein_event(pass->pagein, record, pass->instructions);
    if (event >= MSIM_EVENT_MAP && event <= MSIM_EVENT_FORK && event != MSIM_EVENT_KERNEL)
        msim_pagepass_clear(pass);
}

void msim_pagepass_run(struct msim_pagepass *pass, const uint64_t *words, const uint64_t *end)
{
    for (; words < end; words += 1 + msim_header_words(*words)) {
        pass->pagein->record = words;
        if (msim_header_is_event(*words))
            msim_pagepass_event(pass, words);
        else
            msim_pagepass_segment(pass, words);
    }
}
