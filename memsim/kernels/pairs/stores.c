/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs about what goes through memory, and about bytes or words. */
#include "pair.h"

#include <string.h>

enum { NUMBERS = 1024, TEXT = 8192, LINE = 64, FIELDS = 256, FIELD = 16 };

static struct {
    uint32_t *value, *table, *to, total;
    unsigned char *text, *copy;
} is;

static void prepare_numbers(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    (void)sizes;
    is.value = msim_pair_generators(NUMBERS);
    is.to = msim_pair_memory(NUMBERS, sizeof *is.to);
    is.table = msim_pair_memory(4 * 256, sizeof *is.table);
    memset(is.table, 0, 4 * 256 * sizeof *is.table);
    is.total = 0;
}

/* --- A histogram of values that are nearly all the same: one table, or four ------------------- */

static inline uint32_t bin_of(uint32_t value)
{
    return value > 0xf0000000 ? value >> 20 & 255 : 7;
}

static void prepare_histogram(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    prepare_numbers(form, sizes);
    for (uint64_t i = 0; i < NUMBERS; i++)
        is.value[i] = bin_of(is.value[i]);
}

static uint64_t one_table(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i++)
            is.table[is.value[i]]++;
    return is.table[7];
}

static uint64_t four_tables(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i += 4) {
            is.table[is.value[i]]++;
            is.table[is.value[i + 1] + 256]++;
            is.table[is.value[i + 2] + 512]++;
            is.table[is.value[i + 3] + 768]++;
        }
    return (uint64_t)is.table[7] + is.table[263] + is.table[519] + is.table[775];
}

/* --- A word of two halves: through memory, or in a register ----------------------------------- */

static uint64_t halves_in_memory(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i++) {
            uint32_t half[2] = {is.value[i], (uint32_t)i};
            uint64_t word;
            __asm__ volatile("" : "+m"(half[0]), "+m"(half[1]));
            memcpy(&word, half, sizeof word);
            sum += word;
        }
    return sum;
}

static uint64_t halves_in_register(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i++)
            sum += is.value[i] | i << 32;
    return sum;
}

/* --- A sum behind a pointer that may point anywhere, or in a register ------------------------- */

__attribute__((noinline)) static void running(uint32_t *total, uint32_t *to, const uint32_t *value)
{
    for (uint64_t i = 0; i < NUMBERS; i++) {
        *total += value[i];
        to[i] = value[i];
    }
}

__attribute__((noinline)) static void running_here(uint32_t *total, uint32_t *to,
                                                   const uint32_t *value)
{
    uint32_t sum = *total;
    for (uint64_t i = 0; i < NUMBERS; i++) {
        sum += value[i];
        to[i] = value[i];
    }
    *total = sum;
}

static uint64_t sum_in_memory(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++)
        running(&is.total, is.to, is.value);
    return is.total;
}

static uint64_t sum_in_register(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++)
        running_here(&is.total, is.to, is.value);
    return is.total;
}

/* --- Ends of lines: by bytes, or by words ----------------------------------------------------- */

static void prepare_text(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    (void)sizes;
    is.text = msim_pair_memory(TEXT, 1);
    memset(is.text, 'a', TEXT);
    is.value = msim_pair_generators(TEXT / LINE);
}

/* A line ends anywhere in each 64 bytes, elsewhere in each round. */
static void draw_lines(void)
{
    for (uint64_t i = 0; i < TEXT / LINE; i++)
        is.text[i * LINE + (is.value[i] >> 26)] = 'a';
    msim_pair_draw(is.value, TEXT / LINE);
    for (uint64_t i = 0; i < TEXT / LINE; i++)
        is.text[i * LINE + (is.value[i] >> 26)] = '\n';
}

static uint64_t lines_by_bytes(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++) {
        draw_lines();
        for (uint64_t i = 0; i < TEXT; i++)
            if (is.text[i] == '\n') {
                MSIM_PAIR_BRANCH();
                sum += i;
            }
    }
    return sum;
}

/* A byte of `found` is 0x80 where the word has the end of a line. */
static uint64_t lines_by_words(uint64_t rounds)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7f, ends = 0x0a0a0a0a0a0a0a0a;
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++) {
        draw_lines();
        for (uint64_t i = 0; i < TEXT; i += 8) {
            uint64_t word, found;
            memcpy(&word, is.text + i, sizeof word);
            word ^= ends;
            found = ~(((word & low) + low) | word | low);
            while (found) {
                MSIM_PAIR_BRANCH();
                sum += i + (uint64_t)__builtin_ctzll(found) / 8;
                found &= found - 1;
            }
        }
    }
    return sum;
}

/* --- Fields of 8 to 15 bytes are copied: by bytes, or by two words that overlap --------------- */

static void prepare_fields(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    prepare_text(form, sizes);
    is.value = msim_pair_generators(FIELDS);
    is.copy = msim_pair_memory(FIELDS * FIELD, 1);
}

static uint64_t fields_by_bytes(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++) {
        msim_pair_draw(is.value, FIELDS);
        for (uint64_t i = 0; i < FIELDS; i++) {
            uint64_t length = 8 + (is.value[i] >> 29);
            for (uint64_t k = 0; k < length; k++) {
                MSIM_PAIR_BRANCH();
                is.copy[i * FIELD + k] = is.text[i * FIELD + k];
            }
        }
    }
    return is.copy[3];
}

static uint64_t fields_by_words(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++) {
        msim_pair_draw(is.value, FIELDS);
        for (uint64_t i = 0; i < FIELDS; i++) {
            uint64_t length = 8 + (is.value[i] >> 29), first, last;
            memcpy(&first, is.text + i * FIELD, 8);
            memcpy(&last, is.text + i * FIELD + length - 8, 8);
            memcpy(is.copy + i * FIELD, &first, 8);
            memcpy(is.copy + i * FIELD + length - 8, &last, 8);
        }
    }
    return is.copy[3];
}

static uint64_t check_fields(void)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < FIELDS * FIELD; i++)
        sum = sum * 31 + is.copy[i];
    return sum;
}

const struct msim_kernel_pair msim_pair_stores[] = {
    {"histogram", prepare_histogram, one_table, four_tables, 1, NULL},
    {"halves", prepare_numbers, halves_in_memory, halves_in_register, 1, NULL},
    {"alias", prepare_numbers, sum_in_memory, sum_in_register, 1, NULL},
    {"lines", prepare_text, lines_by_bytes, lines_by_words, 1, NULL},
    {"fields", prepare_fields, fields_by_bytes, fields_by_words, 1, check_fields},
    {0}};
