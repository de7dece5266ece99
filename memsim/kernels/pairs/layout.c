/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs about where data lies: beside what, in how many bytes, behind which pointers. */
#include "pair.h"

struct item {
    struct item *next;
    uint64_t value[7];
};

static struct {
    struct item *item;
    uint64_t items;
    uint64_t *a;
    uint8_t *bytes;
    uint64_t count, pitch;
    uint64_t **box;
    char *base;
} is;

/* --- One field of all records, inside L2 ---------------------------------------------------------
 * The field alone is inside L1. */

static void prepare_field(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    is.count = msim_pair_power(sizes->l1 / 8);
    is.pitch = form == MSIM_PAIR_SLOW ? 8 : 1;
    is.a = msim_pair_memory(is.count * is.pitch, sizeof *is.a);
    for (uint64_t i = 0; i < is.count; i++)
        is.a[i * is.pitch] = msim_pair_random(i);
}

static uint64_t field_of_records(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < is.count; i++)
            sum += is.a[i * 8] ^ r;
    return sum;
}

static uint64_t of_array(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < is.count; i++)
            sum += is.a[i] ^ r;
    return sum;
}

/* --- Well meant: arrays of fields, where records are used whole, at random, beyond all -------- */

enum { FIELDS = 8, LOOKUPS = 1024 };

static void prepare_records(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    is.count = msim_pair_power(sizes->beyond / 64);
    /* A line between two arrays, or all fields of a record would be in the same set. */
    is.pitch = is.count + FIELDS;
    is.a = msim_pair_memory(is.pitch * FIELDS, sizeof *is.a);
}

static uint64_t whole_records(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < LOOKUPS; i++) {
            uint64_t at = (msim_pair_random(r * LOOKUPS + i) & (is.count - 1)) * FIELDS;
            for (uint64_t f = 0; f < FIELDS; f += 2)
                sum += is.a[at + f];
        }
    return sum;
}

static uint64_t whole_records_of_arrays(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < LOOKUPS; i++) {
            uint64_t at = msim_pair_random(r * LOOKUPS + i) & (is.count - 1);
            for (uint64_t f = 0; f < FIELDS; f += 2)
                sum += is.a[at + f * is.pitch];
        }
    return sum;
}

/* --- A list in random order, or its items one after the other --------------------------------- */

enum { STEPS = 4096 };

static void make_list(enum msim_pair_form form, uint64_t bytes)
{
    is.items = msim_pair_power(bytes / sizeof *is.item);
    is.item = msim_pair_memory(is.items, sizeof *is.item);
    struct item *first = is.item + (form == MSIM_PAIR_SLOW ? msim_pair_shuffled(0, is.items) : 0);
    struct item *at = first;
    for (uint64_t i = 0; i < is.items; i++) {
        at->value[0] = msim_pair_random(i);
        uint64_t next = i + 1 < is.items ? i + 1 : 0;
        at->next = is.item + (form == MSIM_PAIR_SLOW ? msim_pair_shuffled(next, is.items) : next);
        at = at->next;
    }
    is.item = first;
}

static void prepare_list(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    make_list(form, sizes->beyond);
}

static void prepare_near_list(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    make_list(form, sizes->l2);
}

static uint64_t follow_links(uint64_t rounds)
{
    uint64_t sum = 0;
    const struct item *at = is.item;
    for (uint64_t i = 0; i < rounds * STEPS; i++) {
        sum += at->value[0];
        at = at->next;
    }
    return sum;
}

static uint64_t walk_array(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * STEPS; i++)
        sum += is.item[i & (is.items - 1)].value[0];
    return sum;
}

/* --- Rows that share the sets of L1, or are padded by a line ---------------------------------- */

enum { ROWS = 64, COLUMNS = 8 };

static void prepare_rows(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    is.pitch = sizes->way / 8 + (form == MSIM_PAIR_SLOW ? 0 : 8);
    is.a = msim_pair_memory(ROWS * is.pitch, sizeof *is.a);
}

static uint64_t sum_of_columns(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t j = 0; j < COLUMNS; j++)
            for (uint64_t i = 0; i < ROWS; i++)
                sum += is.a[i * is.pitch + j];
    return sum;
}

/* --- Keys that are apart from what is rarely used, looked up one after the other -------------- */

enum { RECORD = 32 }; /* numbers */

static void prepare_keys(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    is.pitch = form == MSIM_PAIR_SLOW ? RECORD : 1;
    is.count = msim_pair_power(sizes->l2 / (RECORD * 8));
    if (is.count > msim_pair_power(sizes->l1 / 8))
        is.count = msim_pair_power(sizes->l1 / 8);
    is.a = msim_pair_memory(is.count * is.pitch, sizeof *is.a);
    for (uint64_t i = 0; i < is.count; i++)
        is.a[i * is.pitch] = msim_pair_random(i);
}

/* The next place depends on what was found. */
static inline uint64_t look_up(uint64_t rounds, uint64_t pitch)
{
    uint64_t sum = 0, at = 0;
    for (uint64_t i = 0; i < rounds * LOOKUPS; i++) {
        uint64_t found = is.a[at * pitch];
        sum += found;
        at = (found ^ i * 0x9e3779b97f4a7c15 >> 40) & (is.count - 1);
    }
    return sum;
}

static uint64_t keys_in_records(uint64_t rounds)
{
    return look_up(rounds, RECORD);
}

static uint64_t keys_apart(uint64_t rounds)
{
    return look_up(rounds, 1);
}

/* --- Records of a line that begin in the middle of one, at random, beyond all ----------------- */

static void prepare_aligned(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    is.count = msim_pair_power(sizes->beyond / 64) / 2;
    is.base = (char *)msim_pair_memory(is.count * 2 + 1, 64) + (form == MSIM_PAIR_SLOW ? 32 : 0);
}

/* Two lines are left between records, so that the next line is never another record's. */
static uint64_t ends_of_records(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * LOOKUPS; i++) {
        const uint64_t *record =
            (const uint64_t *)(is.base + (msim_pair_random(i) & (is.count - 1)) * 128);
        sum += record[0] + record[7];
    }
    return sum;
}

/* --- Numbers of 64 bits, or of 8 -------------------------------------------------------------- */

static void prepare_narrow(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    is.count = msim_pair_power(sizes->l1);
    if (form == MSIM_PAIR_SLOW)
        is.a = msim_pair_memory(is.count, sizeof *is.a);
    else
        is.bytes = msim_pair_memory(is.count, 1);
    for (uint64_t i = 0; i < is.count; i++)
        if (form == MSIM_PAIR_SLOW)
            is.a[i] = msim_pair_random(i) & 255;
        else
            is.bytes[i] = (uint8_t)msim_pair_random(i);
}

static uint64_t wide_table(uint64_t rounds)
{
    uint64_t sum = 0, at = 0;
    for (uint64_t i = 0; i < rounds * LOOKUPS; i++) {
        uint64_t found = is.a[at];
        sum += found;
        at = (found ^ i * 0x9e3779b97f4a7c15 >> 40) & (is.count - 1);
    }
    return sum;
}

static uint64_t narrow_table(uint64_t rounds)
{
    uint64_t sum = 0, at = 0;
    for (uint64_t i = 0; i < rounds * LOOKUPS; i++) {
        uint64_t found = is.bytes[at];
        sum += found;
        at = (found ^ i * 0x9e3779b97f4a7c15 >> 40) & (is.count - 1);
    }
    return sum;
}

/* --- Values behind pointers, inside L2, or in the array --------------------------------------- */

static void prepare_boxes(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    is.count = msim_pair_power(sizes->l2 / 64) / 2;
    uint64_t *lines = msim_pair_memory(is.count * 8, sizeof *lines);
    is.box = msim_pair_memory(is.count, sizeof *is.box);
    is.a = lines;
    for (uint64_t i = 0; i < is.count; i++) {
        is.box[i] = lines + msim_pair_shuffled(i, is.count) * 8;
        *(form == MSIM_PAIR_SLOW ? is.box[i] : is.a + i) = msim_pair_random(i);
    }
}

static uint64_t boxed(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < is.count; i++)
            sum += *is.box[i] ^ r;
    return sum;
}

const struct msim_kernel_pair msim_pair_layout[] = {
    {"field", prepare_field, field_of_records, of_array, 1, NULL},
    {"records", prepare_records, whole_records, whole_records_of_arrays, 1, NULL},
    {"list", prepare_list, follow_links, walk_array, 1, NULL},
    {"near-list", prepare_near_list, follow_links, walk_array, 1, NULL},
    {"padding", prepare_rows, sum_of_columns, sum_of_columns, 1, NULL},
    {"cold", prepare_keys, keys_in_records, keys_apart, 1, NULL},
    {"aligned", prepare_aligned, ends_of_records, ends_of_records, 1, NULL},
    {"narrow", prepare_narrow, wide_table, narrow_table, 1, NULL},
    {"boxes", prepare_boxes, boxed, of_array, 1, NULL},
    {0}};
