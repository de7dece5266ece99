/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs that compute: chains of operations, divisions, tables instead of operations. */
#include "pair.h"

enum { NUMBERS = 1024 };

static struct {
    double *x;
    uint32_t *value, *table;
    uint64_t count;
} is;

static void prepare_numbers(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    (void)sizes;
    is.value = msim_pair_generators(NUMBERS);
}

/* --- One sum, or four of them ----------------------------------------------------------------- */

static void prepare_doubles(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    is.count = msim_pair_power(sizes->l1 / sizeof *is.x);
    is.x = msim_pair_memory(is.count, sizeof *is.x);
    for (uint64_t i = 0; i < is.count; i++)
        is.x[i] = (double)(msim_pair_random(i) % 64);
}

static uint64_t one_sum(uint64_t rounds)
{
    double sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < is.count; i++)
            sum += is.x[i];
    return (uint64_t)sum;
}

static uint64_t four_sums(uint64_t rounds)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < is.count; i += 4) {
            s0 += is.x[i];
            s1 += is.x[i + 1];
            s2 += is.x[i + 2];
            s3 += is.x[i + 3];
        }
    return (uint64_t)((s0 + s1) + (s2 + s3));
}

/* --- Divisions by the same number, or multiplications by its reciprocal ----------------------- */

static uint64_t divisions(uint64_t rounds)
{
    uint64_t sum = 0;
    uint32_t divisor = 1000;
    MSIM_HIDE(divisor);
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i++)
            sum += (is.value[i] >> 8) / divisor;
    return sum;
}

/* Exact for 24 bits: the reciprocal's error is below 2^-24 times a divisor. */
static uint64_t reciprocals(uint64_t rounds)
{
    uint64_t sum = 0, reciprocal = (1ULL << 38) / 1000 + 1;
    MSIM_HIDE(reciprocal);
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i++)
            sum += (is.value[i] >> 8) * reciprocal >> 38;
    return sum;
}

/* --- The rest of a division that the next one waits for, or a mask ---------------------------- */

static uint64_t rests(uint64_t rounds)
{
    uint64_t at = 1, size = 1 << 20;
    MSIM_HIDE(size);
    for (uint64_t i = 0; i < rounds * NUMBERS; i++)
        at = (at * 5 + 123457) % size;
    return at;
}

static uint64_t masks(uint64_t rounds)
{
    uint64_t at = 1, mask = (1 << 20) - 1;
    MSIM_HIDE(mask);
    for (uint64_t i = 0; i < rounds * NUMBERS; i++)
        at = (at * 5 + 123457) & mask;
    return at;
}

/* --- A polynomial whose result the next one waits for: Horner's scheme, or Estrin's ----------- */

static uint64_t horner(uint64_t rounds)
{
    uint64_t x = 3;
    for (uint64_t i = 0; i < rounds * NUMBERS; i++)
        x = ((((((x * 11 + 22) * x + 33) * x + 44) * x + 55) * x + 66) * x + 77) * x + i;
    return x;
}

static uint64_t estrin(uint64_t rounds)
{
    uint64_t x = 3;
    for (uint64_t i = 0; i < rounds * NUMBERS; i++) {
        uint64_t x2 = x * x, x4 = x2 * x2;
        x = ((x * 11 + 22) * x2 + (x * 33 + 44)) * x4 + ((x * 55 + 66) * x2 + (x * 77 + i));
    }
    return x;
}

/* --- Bits that are set: a table of bytes, or arithmetic --------------------------------------- */

static void prepare_bit_counts(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    prepare_numbers(form, sizes);
    is.table = msim_pair_memory(256, sizeof *is.table);
    for (unsigned i = 0; i < 256; i++)
        is.table[i] = (uint32_t)__builtin_popcount(i);
}

static uint64_t bits_by_table(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i++) {
            uint32_t value = is.value[i];
            sum += is.table[value & 255] + is.table[value >> 8 & 255] +
                   is.table[value >> 16 & 255] + is.table[value >> 24];
        }
    return sum;
}

static uint64_t bits_by_arithmetic(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i++) {
            uint32_t value = is.value[i];
            value -= value >> 1 & 0x55555555;
            value = (value & 0x33333333) + (value >> 2 & 0x33333333);
            value = (value + (value >> 4)) & 0x0f0f0f0f;
            sum += value * 0x01010101 >> 24;
        }
    return sum;
}

/* --- The places of set bits: each bit is tried, or the lowest one removed --------------------- */

static uint64_t try_each_bit(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS / 16; i++) {
            uint32_t value = (uint32_t)msim_pair_random(r * NUMBERS + i) & 0x11111111;
            for (uint32_t bit = 0; bit < 32; bit++)
                if (value >> bit & 1) {
                    MSIM_PAIR_BRANCH();
                    sum += bit;
                }
        }
    return sum;
}

static uint64_t remove_lowest(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS / 16; i++)
            for (uint32_t value = (uint32_t)msim_pair_random(r * NUMBERS + i) & 0x11111111; value;
                 value &= value - 1)
                sum += (uint32_t)__builtin_ctz(value);
    return sum;
}

/* --- A checksum (CRC-32): bit by bit, or by a table ------------------------------------------- */

static void prepare_crc(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    prepare_numbers(form, sizes);
    is.table = msim_pair_memory(256, sizeof *is.table);
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
        is.table[i] = crc;
    }
}

static uint64_t crc_by_bits(uint64_t rounds)
{
    uint32_t crc = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i++) {
            crc ^= is.value[i] & 255;
            for (int bit = 0; bit < 8; bit++)
                crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
        }
    return crc;
}

static uint64_t crc_by_table(uint64_t rounds)
{
    uint32_t crc = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i++)
            crc = crc >> 8 ^ is.table[(crc ^ is.value[i]) & 255];
    return crc;
}

/* --- Well meant: a table inside L2, where a few operations do --------------------------------- */

enum { WIDE = 1 << 16 };

static inline uint32_t curve(uint32_t x)
{
    x = x * x + 0x5bd1;
    return (x ^ x >> 13) * 0x9e3b;
}

static void prepare_curve(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    prepare_numbers(form, sizes);
    is.table = msim_pair_memory(WIDE, sizeof *is.table);
    for (uint32_t i = 0; i < WIDE; i++)
        is.table[i] = curve(i);
}

static uint64_t curve_by_operations(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * NUMBERS; i++)
        sum += curve(i * 0x9e3779b97f4a7c15 >> 24 & (WIDE - 1));
    return sum;
}

static uint64_t curve_by_table(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rounds * NUMBERS; i++)
        sum += is.table[i * 0x9e3779b97f4a7c15 >> 24 & (WIDE - 1)];
    return sum;
}

/* --- Well meant: shifts and additions, where a multiplication does ---------------------------- */

static uint64_t multiplications(uint64_t rounds)
{
    uint64_t sum = 0, factor = 100;
    MSIM_HIDE(factor);
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i++)
            sum += is.value[i] * factor;
    return sum;
}

static uint64_t shifts(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < NUMBERS; i++) {
            uint64_t value = is.value[i], four = value << 2, thirty_two = value << 5;
            MSIM_HIDE(four);
            MSIM_HIDE(thirty_two);
            sum += four + thirty_two + (value << 6);
        }
    return sum;
}

/* --- Well meant: two numbers change places without a third ------------------------------------ */

static uint64_t reversed(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0, k = NUMBERS - 1; i < k; i++, k--) {
            uint32_t kept = is.value[i];
            is.value[i] = is.value[k];
            is.value[k] = kept;
        }
    return is.value[1];
}

static uint64_t reversed_by_xor(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0, k = NUMBERS - 1; i < k; i++, k--) {
            uint32_t a = is.value[i], b = is.value[k];
            a ^= b;
            MSIM_HIDE(a);
            b ^= a;
            MSIM_HIDE(b);
            is.value[i] = a ^ b;
            is.value[k] = b;
        }
    return is.value[1];
}

const struct msim_kernel_pair msim_pair_compute[] = {
    {"sums", prepare_doubles, one_sum, four_sums, 1, NULL},
    {"reciprocal", prepare_numbers, divisions, reciprocals, 1, NULL},
    {"mask", prepare_numbers, rests, masks, 1, NULL},
    {"polynomial", prepare_numbers, horner, estrin, 1, NULL},
    {"popcount", prepare_bit_counts, bits_by_table, bits_by_arithmetic, 1, NULL},
    {"set-bits", prepare_numbers, try_each_bit, remove_lowest, 1, NULL},
    {"crc", prepare_crc, crc_by_bits, crc_by_table, 1, NULL},
    {"table", prepare_curve, curve_by_operations, curve_by_table, 1, NULL},
    {"shifts", prepare_numbers, multiplications, shifts, 1, NULL},
    {"exchange", prepare_numbers, reversed, reversed_by_xor, 1, NULL},
    {0}};
