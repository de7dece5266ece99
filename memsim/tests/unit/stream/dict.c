/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The dictionary, and the arena and the table that it consists of: a thing that is added twice has
 * one number, and numbers and addresses never change, however much is added.
 */
#include <stdio.h>
#include <string.h>

#include "stream/dict.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

/* Several times what an index starts with, so that each is made larger a few times. */
enum { MANY = 9000 };

static struct msim_dict dict;

UNIT_BEFORE()
{
    msim_dict_init(&dict, &memory.mem);
}

/* --- Strings ----------------------------------------------------------------------------------- */

UNIT_TEST(strings)
{
    char name[] = "main.c";
    uint32_t empty = msim_dict_string(&dict, ""), file = msim_dict_string(&dict, name);
    uint32_t longer = msim_dict_string(&dict, "main.cc"),
             shorter = msim_dict_string(&dict, "main.");
    ck_assert_uint_eq(empty, 0); /* from 0 on, without gaps */
    ck_assert_uint_eq(file, 1);
    ck_assert_uint_eq(longer, 2);
    ck_assert_uint_eq(shorter, 3);
    name[0] = 'M'; /* it was copied */
    ck_assert_str_eq(msim_dict_text(&dict, file), "main.c");
    ck_assert_uint_eq(msim_dict_string(&dict, "main.c"), file);
    ck_assert_uint_eq(msim_dict_string(&dict, ""), empty);
    ck_assert_uint_eq(msim_dict_string(&dict, name), 4);
    ck_assert_uint_eq(msim_dict_string(&dict, "\xff\x80\n"), 5);
    ck_assert_str_eq(msim_dict_text(&dict, 5), "\xff\x80\n");
    ck_assert_uint_eq(dict.strings.used, 6);
}

/* Larger than the blocks that the arena cuts up. */
UNIT_TEST(long_string)
{
    enum { LONG = 300000 };
    char *text = msim_get(&memory.mem, LONG + 1, 1);
    memset(text, 'x', LONG);
    ck_assert_uint_eq(msim_dict_string(&dict, "before"), 0);
    ck_assert_uint_eq(msim_dict_string(&dict, text), 1);
    ck_assert_uint_eq(msim_dict_string(&dict, "after"), 2);
    ck_assert_uint_eq(msim_dict_string(&dict, text), 1);
    text[LONG - 1] = 'y'; /* only the last one differs */
    ck_assert_uint_eq(msim_dict_string(&dict, text), 3);
    ck_assert_uint_eq(strlen(msim_dict_text(&dict, 1)), LONG);
    ck_assert_str_eq(msim_dict_text(&dict, 0), "before");
    ck_assert_str_eq(msim_dict_text(&dict, 2), "after");
}

UNIT_TEST(many_strings)
{
    static const char *first[MANY];
    char text[40];
    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(text, sizeof text, "function_%u", i * 7);
        ck_assert_uint_eq(msim_dict_string(&dict, text), i);
        first[i] = msim_dict_text(&dict, i);
    }
    for (uint32_t i = 0; i < MANY; i++) {
        snprintf(text, sizeof text, "function_%u", i * 7);
        ck_assert_uint_eq(msim_dict_string(&dict, text), i);
        ck_assert_str_eq(msim_dict_text(&dict, i), text);
        ck_assert_ptr_eq(msim_dict_text(&dict, i), first[i]); /* where it always was */
    }
    ck_assert_uint_eq(dict.strings.used, MANY);
}

/* --- Sites -------------------------------------------------------------------------------- */

UNIT_TEST(sites)
{
    uint32_t site = msim_dict_site(&dict, 1, 2, 3);
    ck_assert_uint_eq(site, 0);
    ck_assert_uint_eq(msim_dict_site(&dict, 2, 1, 3), 1); /* each part counts, and its place */
    ck_assert_uint_eq(msim_dict_site(&dict, 1, 3, 2), 2);
    ck_assert_uint_eq(msim_dict_site(&dict, 1, 2, 0), 3);
    ck_assert_uint_eq(msim_dict_site(&dict, 0, 0, 0), 4);
    ck_assert_uint_eq(msim_dict_site(&dict, UINT32_MAX, UINT32_MAX, UINT32_MAX), 5);
    ck_assert_uint_eq(msim_dict_site(&dict, 1, 2, 3), site);
    ck_assert_uint_eq(msim_dict_site(&dict, 0, 0, 0), 4);
    ck_assert_uint_eq(msim_dict_site_at(&dict, site)->file, 1);
    ck_assert_uint_eq(msim_dict_site_at(&dict, site)->function, 2);
    ck_assert_uint_eq(msim_dict_site_at(&dict, site)->line, 3);
    ck_assert_uint_eq(msim_dict_site_at(&dict, site)->object, 0);
    ck_assert_uint_eq(msim_dict_site_in(&dict, 1, 2, 3, 0), site);
    ck_assert_uint_eq(msim_dict_site_in(&dict, 1, 2, 3, 4), 6);
    ck_assert_uint_eq(msim_dict_site_in(&dict, 1, 2, 3, 5), 7);
    ck_assert_uint_eq(msim_dict_site_in(&dict, 1, 2, 3, 4), 6);
    ck_assert_uint_eq(msim_dict_site_at(&dict, 7)->object, 5);
    ck_assert_uint_eq(dict.sites.used, 8);
    struct msim_site whole = {.file = 1, .function = 2, .line = 3};
    ck_assert_uint_eq(msim_dict_whole_site(&dict, &whole), site);
    whole.inlined = 1;
    ck_assert_uint_eq(msim_dict_whole_site(&dict, &whole), 8);
    whole.address = 0x401000;
    ck_assert_uint_eq(msim_dict_whole_site(&dict, &whole), 9);
    whole.inlined = 0;
    ck_assert_uint_eq(msim_dict_whole_site(&dict, &whole), 10);
    ck_assert_uint_eq(msim_dict_site(&dict, 1, 2, 3), site);
    ck_assert_uint_eq(msim_dict_site_at(&dict, 9)->inlined, 1);
    ck_assert_uint_eq(msim_dict_site_at(&dict, 9)->address, 0x401000);
}

UNIT_TEST(inlined_calls)
{
    struct msim_inlined call = {.outer = 0, .function = 1, .file = 2, .line = 3};
    ck_assert_uint_eq(msim_dict_inlined(&dict, &call), 1); /* 0 is none */
    ck_assert_uint_eq(msim_dict_inlined(&dict, &call), 1);
    call.outer = 1;
    ck_assert_uint_eq(msim_dict_inlined(&dict, &call), 2);
    call.function = 2;
    ck_assert_uint_eq(msim_dict_inlined(&dict, &call), 3);
    call.file = 1;
    ck_assert_uint_eq(msim_dict_inlined(&dict, &call), 4);
    call.line = 0;
    ck_assert_uint_eq(msim_dict_inlined(&dict, &call), 5);
    ck_assert_uint_eq(msim_dict_inlined(&dict, &(struct msim_inlined){0}), 6);
    ck_assert_uint_eq(msim_dict_inlined_at(&dict, 2)->outer, 1);
    ck_assert_uint_eq(msim_dict_inlined_at(&dict, 2)->function, 1);
    ck_assert_uint_eq(dict.inlined.used, 7);
    for (uint32_t i = 0; i < MANY; i++) {
        call = (struct msim_inlined){.outer = i % 97, .function = i % 101, .file = i, .line = i};
        uint32_t number = msim_dict_inlined(&dict, &call);
        ck_assert_uint_eq(msim_dict_inlined(&dict, &call), number);
        ck_assert_uint_eq(msim_dict_inlined_at(&dict, number)->file, i);
    }
    ck_assert_uint_eq(dict.inlined.used, 7 + MANY - 1);
}

UNIT_TEST(many_sites)
{
    static const struct msim_site *first[MANY];
    for (uint32_t i = 0; i < MANY; i++) {
        ck_assert_uint_eq(msim_dict_site(&dict, i % 7, i % 101, i), i);
        first[i] = msim_dict_site_at(&dict, i);
    }
    for (uint32_t i = 0; i < MANY; i++) {
        const struct msim_site *site = msim_dict_site_at(&dict, i);
        ck_assert_uint_eq(msim_dict_site(&dict, i % 7, i % 101, i), i);
        ck_assert_ptr_eq(site, first[i]);
        ck_assert(site->file == i % 7 && site->function == i % 101 && site->line == i);
    }
    ck_assert_uint_eq(dict.sites.used, MANY);
}

/* --- Segments ----------------------------------------------------------------------------- */

enum { INSTRS = 2, ACCESSES = 2 };

/* A segment whose arrays the test may change. */
struct draft {
    struct msim_segment segment;
    struct msim_instr instrs[INSTRS];
    struct msim_access accesses[ACCESSES];
};

static void make_draft(struct draft *draft)
{
    *draft = (struct draft){
        .segment = {.address = 0x401000,
                    .instrs_used = INSTRS,
                    .accesses_used = ACCESSES,
                    .words = 2},
        .instrs = {{.site = 4, .length = 3}, {.site = 5, .length = 7}},
        .accesses = {{.offset = -8, .word = 1, .size = 8}, {.offset = 16, .word = 2, .size = 4}},
    };
    draft->segment.instrs = draft->instrs;
    draft->segment.accesses = draft->accesses;
}

/* The second access, but for one field each. */
static const struct msim_access others[] = {
    {.offset = 17, .word = 2, .size = 4},
    {.offset = 16, .word = 1, .size = 4},
    {.offset = 16, .word = 2, .size = 5},
    {.offset = 16, .word = 2, .size = 4, .instr = 1},
    {.offset = 16, .word = 2, .size = 4, .write = 1},
    {.offset = 16, .word = 2, .size = 4, .modify = 1},
    {.offset = 16, .word = 2, .size = 4, .maybe = 1},
    {.offset = 16, .word = 2, .size = 4, .block = 1},
};

enum { OTHERS = sizeof others / sizeof *others, FIELDS = OTHERS + 10 };

/* Changes one of FIELDS fields; the segment is another one then. */
static void change(struct draft *draft, unsigned field)
{
    make_draft(draft);
    if (field < OTHERS) {
        draft->accesses[1] = others[field];
        return;
    }
    field -= OTHERS;
    draft->segment.address += field == 0;
    draft->segment.instrs_used -= field == 1;
    draft->segment.accesses_used -= field == 2;
    draft->segment.words = field == 3 ? 3 : 2;
    draft->segment.continued = field == 4;
    draft->instrs[0].site += field == 5;
    draft->instrs[1].site += field == 6;
    draft->instrs[1].length += field == 7;
    draft->accesses[0].offset += field == 8;
    draft->instrs[1].how += field == 9;
}

UNIT_TEST(segments)
{
    struct draft draft;
    make_draft(&draft);
    ck_assert_uint_eq(msim_dict_segment(&dict, &draft.segment), 0);
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned field = 0; field < FIELDS; field++) {
            change(&draft, field);
            ck_assert_uint_eq(msim_dict_segment(&dict, &draft.segment), field + 1);
            make_draft(&draft);
            ck_assert_uint_eq(msim_dict_segment(&dict, &draft.segment), 0);
        }
    ck_assert_uint_eq(dict.segments.used, FIELDS + 1);
}

/* The dictionary's segment is a copy, arrays and all. */
UNIT_TEST(segment_copy)
{
    struct draft draft, wanted;
    make_draft(&draft);
    make_draft(&wanted);
    uint32_t number = msim_dict_segment(&dict, &draft.segment);
    const struct msim_segment *kept = msim_dict_segment_at(&dict, number);
    memset(&draft, 0x5a, sizeof draft);
    ck_assert_uint_eq(kept->address, wanted.segment.address);
    ck_assert(kept->instrs_used == INSTRS && kept->accesses_used == ACCESSES);
    ck_assert(kept->words == 2 && !kept->continued);
    ck_assert(memcmp(kept->instrs, wanted.instrs, sizeof wanted.instrs) == 0);
    ck_assert(memcmp(kept->accesses, wanted.accesses, sizeof wanted.accesses) == 0);
    ck_assert_uint_eq(msim_dict_segment(&dict, &wanted.segment), number);
}

/* None, and as many of everything as there can be. */
UNIT_TEST(segment_sizes)
{
    static struct msim_instr instrs[MSIM_INSTRS_MAX];
    static struct msim_access accesses[MSIM_ACCESSES_MAX];
    struct msim_segment none = {.address = 1, .instrs = instrs, .instrs_used = 1};
    struct msim_segment all = {.address = 2,
                               .instrs = instrs,
                               .accesses = accesses,
                               .instrs_used = MSIM_INSTRS_MAX,
                               .accesses_used = MSIM_ACCESSES_MAX,
                               .words = MSIM_WORDS_MAX};
    for (unsigned i = 0; i < MSIM_ACCESSES_MAX; i++)
        accesses[i].offset = (int32_t)i;
    ck_assert_uint_eq(msim_dict_segment(&dict, &all), 0);
    ck_assert_uint_eq(msim_dict_segment(&dict, &none), 1);
    ck_assert_uint_eq(msim_dict_segment(&dict, &all), 0);
    ck_assert_uint_eq(msim_dict_segment(&dict, &none), 1);
    const struct msim_segment *kept = msim_dict_segment_at(&dict, 0);
    ck_assert_uint_eq(kept->instrs_used, MSIM_INSTRS_MAX);
    ck_assert_uint_eq(kept->accesses_used, MSIM_ACCESSES_MAX);
    ck_assert_uint_eq(kept->words, MSIM_WORDS_MAX);
    ck_assert(memcmp(kept->accesses, accesses, sizeof accesses) == 0);
}

UNIT_TEST(many_segments)
{
    static const struct msim_segment *first[MANY];
    struct draft draft;
    make_draft(&draft);
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < MANY; i++) {
            draft.segment.address = 0x401000 + i / 3; /* three at each address, */
            draft.instrs[1].length = 1 + i % 3;       /* whose hashes are equal */
            ck_assert_uint_eq(msim_dict_segment(&dict, &draft.segment), i);
            const struct msim_segment *kept = msim_dict_segment_at(&dict, i);
            first[i] = pass ? first[i] : kept;
            ck_assert_ptr_eq(kept, first[i]);
            ck_assert(kept->address == 0x401000 + i / 3 && kept->instrs[1].length == 1 + i % 3);
        }
    ck_assert_uint_eq(dict.segments.used, MANY);
}

/* --- Headers ------------------------------------------------------------------------------ */

UNIT_TEST(headers)
{
    static const uint32_t segments[] = {0, 1, 495, 496, 511, 512, MSIM_SEGMENTS_MAX - 1};
    for (size_t i = 0; i < sizeof segments / sizeof *segments; i++)
        for (uint32_t words = 0; words <= MSIM_WORDS_MAX; words += 21) {
            uint64_t header = msim_header(segments[i], words);
            ck_assert_uint_eq(msim_header_segment(header), segments[i]);
            ck_assert_uint_eq(msim_header_words(header), words);
            ck_assert(!msim_header_is_event(header));
            ck_assert_uint_lt(header, UINT64_C(1) << 31); /* one instruction stores it */
        }
    for (uint64_t event = 0; event < MSIM_EVENTS; event++)
        ck_assert(msim_header_is_event(event << MSIM_WORDS_BITS | MSIM_WORDS_MAX));
}

/* --- Memory ------------------------------------------------------------------------------- */

static bool all_are(const unsigned char *bytes, size_t count, unsigned char value)
{
    bool are = true;
    for (size_t i = 0; i < count; i++)
        are &= bytes[i] == value;
    return are;
}

UNIT_TEST(arena)
{
    static const size_t sizes[] = {1, 8, 7, 100, 8191, 8192, 8193, 3, 65536, 200000, 24, 0, 5};
    struct msim_arena arena;
    unsigned char *got[400];
    size_t count = sizeof sizes / sizeof *sizes;
    msim_arena_init(&arena, &memory.mem);
    for (size_t i = 0; i < 400; i++) {
        size_t size = sizes[i % count];
        got[i] = msim_arena_get(&arena, size);
        ck_assert_uint_eq((uintptr_t)got[i] % 8, 0);
        ck_assert(all_are(got[i], size, 0));
        memset(got[i], (int)(i & 0x7f) | 0x80, size);
    }
    for (size_t i = 0; i < 400; i++) /* no two overlap */
        ck_assert(all_are(got[i], sizes[i % count], (unsigned char)((i & 0x7f) | 0x80)));
}

/* A view shows what there was when it was told, of a dictionary that grows; many tables' blocks are
 * new since. */
UNIT_TEST(views)
{
    struct msim_dict dict, view;
    msim_dict_init(&dict, &memory.mem);
    msim_dict_view(&view, &dict);
    struct msim_dict_counts counts = msim_dict_counts(&dict);
    for (uint32_t i = 1; i < 5 * MSIM_TABLE_BLOCK; i++) {
        char name[32];
        snprintf(name, sizeof name, "function %u", i);
        uint32_t string = msim_dict_string(&dict, name);
        uint32_t site = msim_dict_site(&dict, string, string, i);
        uint32_t frame = msim_calls_frame(&dict.calls, i, site, string);
        msim_calls_call(&dict.calls, frame, 0);
        ck_assert_uint_eq(view.strings.used, counts.strings);
        ck_assert_uint_eq(view.sites.used, counts.sites);
        ck_assert_uint_eq(view.inlined.used, counts.inlined);
        msim_dict_inlined(&dict, &(struct msim_inlined){.outer = i - 1, .function = i});
        ck_assert_uint_eq(view.calls.calls.used, counts.calls);
        if (i % 3)
            continue;
        counts = msim_dict_counts(&dict);
        msim_dict_show(&view, &counts);
        ck_assert_str_eq(msim_dict_text(&view, view.strings.used - 1), name);
        ck_assert_uint_eq(msim_dict_site_at(&view, view.sites.used - 1)->line, i);
        ck_assert_uint_eq(msim_dict_inlined_at(&view, view.inlined.used - 1)->function, i);
        ck_assert_uint_eq(msim_frame_at(&view.calls, view.calls.frames.used - 1)->address, i);
        ck_assert_uint_eq(msim_call_at(&view.calls, view.calls.calls.used - 1)->frame, frame);
        ck_assert_uint_eq(view.segments.used, dict.segments.used);
    }
}

static const struct {
    size_t size;
    uint32_t most;
} tables[] = {
    {8, 3 * MSIM_TABLE_BLOCK}, {64, 2 * MSIM_TABLE_BLOCK - 16}, {24, MSIM_TABLE_BLOCK + 1},
    {8, MSIM_TABLE_BLOCK},     {144, MSIM_TABLE_BLOCK - 1},     {8, 1},
};

enum { TABLES = sizeof tables / sizeof *tables };

/* Elements of 64 bytes are cache lines; of any size they are zeroed and stay where they are. */
UNIT_EACH(table, TABLES)
{
    struct msim_table table;
    size_t size = tables[_i].size;
    unsigned char *got[3 * MSIM_TABLE_BLOCK];
    msim_table_init(&table, &memory.mem, size, tables[_i].most);
    for (uint32_t i = 0; i < tables[_i].most; i++) {
        ck_assert_uint_eq(table.used, i);
        got[i] = msim_table_add(&table);
        ck_assert(got[i] != NULL && got[i] == msim_table_at(&table, i));
        if (size % 64 == 0 || i % MSIM_TABLE_BLOCK == 0)
            ck_assert_uint_eq((uintptr_t)got[i] % 64, 0);
        ck_assert(all_are(got[i], size, 0));
        memset(got[i], (int)(i % 255), size);
    }
    ck_assert_ptr_eq(msim_table_add(&table), NULL); /* not one more, */
    ck_assert_ptr_eq(msim_table_add(&table), NULL); /* nor later */
    ck_assert_uint_eq(table.used, tables[_i].most);
    for (uint32_t i = 0; i < tables[_i].most; i++) {
        ck_assert_ptr_eq(got[i], msim_table_at(&table, i));
        ck_assert(all_are(got[i], size, (unsigned char)(i % 255)));
    }
}
