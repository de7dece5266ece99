/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs about loops: their order, what they visit twice, and what they need not visit. */
#include "pair.h"

static struct {
    uint32_t *a, *b;
    double *x, *y, *z;
    uint64_t rows, columns, pitch;
} is;

/* --- Columns, inside L2 and beyond all -----------------------------------------------------------
 * Rows are an odd number of lines apart, so columns do not collide in sets. */

static void make_matrix(uint64_t bytes, uint64_t columns)
{
    is.columns = columns;
    is.pitch = columns + 16;
    is.rows = msim_pair_power(bytes / (is.pitch * sizeof *is.a));
    is.a = msim_pair_memory(is.rows * is.pitch, sizeof *is.a);
    for (uint64_t i = 0; i < is.rows; i++)
        for (uint64_t j = 0; j < columns; j += 16)
            is.a[i * is.pitch + j] = (uint32_t)(i + j);
}

static void prepare_columns(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    make_matrix(sizes->l2, 64);
}

static void prepare_far_columns(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    make_matrix(sizes->beyond, 1024);
}

static uint64_t by_columns(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0, j = r % is.columns; i < is.rows; i++)
            sum += is.a[i * is.pitch + j];
    return sum;
}

/* As many elements in a round as a column has. */
static uint64_t by_rows(uint64_t rounds)
{
    uint64_t sum = 0, i = 0, j = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t done = 0; done < is.rows; done += is.columns) {
            const uint32_t *row = is.a + i * is.pitch;
            for (j = 0; j < is.columns; j++)
                sum += row[j];
            i = i + 1 < is.rows ? i + 1 : 0;
        }
    return sum;
}

/* --- The product of two matrices: a row of the result in a round ------------------------------ */

enum { ORDER = 144 };

static void prepare_product(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    (void)sizes;
    is.x = msim_pair_memory(ORDER * ORDER, sizeof *is.x);
    is.y = msim_pair_memory(ORDER * ORDER, sizeof *is.y);
    is.z = msim_pair_memory(ORDER * ORDER, sizeof *is.z);
    for (uint64_t i = 0; i < ORDER * ORDER; i++) {
        is.x[i] = (double)(msim_pair_random(i) % 16);
        is.y[i] = (double)(msim_pair_random(i + 1) % 16);
    }
}

static uint64_t product_by_dots(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++) {
        uint64_t i = r % ORDER;
        for (uint64_t j = 0; j < ORDER; j++) {
            double sum = 0;
            for (uint64_t k = 0; k < ORDER; k++)
                sum += is.x[i * ORDER + k] * is.y[k * ORDER + j];
            is.z[i * ORDER + j] = sum;
        }
    }
    return (uint64_t)is.z[ORDER + 1];
}

static uint64_t product_by_rows(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++) {
        uint64_t i = r % ORDER;
        double *to = is.z + i * ORDER;
        for (uint64_t j = 0; j < ORDER; j++)
            to[j] = 0;
        for (uint64_t k = 0; k < ORDER; k++) {
            double by = is.x[i * ORDER + k];
            for (uint64_t j = 0; j < ORDER; j++)
                to[j] += by * is.y[k * ORDER + j];
        }
    }
    return (uint64_t)is.z[ORDER + 1];
}

/* --- Two passes over records of a line each, beyond all, or one ------------------------------- */

enum { PER_LINE = 16 }; /* numbers */

static void prepare_lines(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    is.rows = msim_pair_power(sizes->beyond / 64);
    is.a = msim_pair_memory(is.rows * PER_LINE, sizeof *is.a);
    for (uint64_t i = 0; i < is.rows; i++)
        is.a[i * PER_LINE] = (uint32_t)msim_pair_random(i);
}

static uint64_t two_passes(uint64_t rounds)
{
    uint64_t sum = 0, most = 0;
    for (uint64_t r = 0; r < rounds; r++) {
        for (uint64_t i = 0; i < is.rows; i++)
            sum += is.a[i * PER_LINE];
        for (uint64_t i = 0; i < is.rows; i++)
            most ^= is.a[i * PER_LINE] + r;
    }
    return sum + most;
}

static uint64_t one_pass(uint64_t rounds)
{
    uint64_t sum = 0, most = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < is.rows; i++) {
            sum += is.a[i * PER_LINE];
            most ^= is.a[i * PER_LINE] + r;
        }
    return sum + most;
}

/* --- Well meant: a loop over memory beyond all is unrolled; a piece in a round ---------------- */

enum { PIECES = 16 };

static uint64_t rolled(uint64_t rounds)
{
    uint64_t sum = 0, piece = is.rows / PIECES;
    for (uint64_t r = 0; r < rounds; r++) {
        const uint32_t *at = is.a + r % PIECES * piece * PER_LINE;
        for (uint64_t i = 0; i < piece; i++)
            sum += at[i * PER_LINE];
    }
    return sum;
}

static uint64_t unrolled(uint64_t rounds)
{
    uint64_t s0 = 0, s1 = 0, s2 = 0, s3 = 0, piece = is.rows / PIECES;
    for (uint64_t r = 0; r < rounds; r++) {
        const uint32_t *at = is.a + r % PIECES * piece * PER_LINE;
        for (uint64_t i = 0; i < piece; i += 4) {
            s0 += at[i * PER_LINE];
            s1 += at[(i + 1) * PER_LINE];
            s2 += at[(i + 2) * PER_LINE];
            s3 += at[(i + 3) * PER_LINE];
        }
    }
    return s0 + s1 + s2 + s3;
}

/* --- A transposition beyond all, a band of rows in a round ------------------------------------ */

enum { BAND = 16 };

static void prepare_transposition(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    uint64_t side = 64;
    while ((side + 64) * (side + 64) * 2 * sizeof *is.a <= sizes->beyond)
        side += 64;
    is.rows = is.columns = side;
    is.pitch = side + 16 * (side % 32 == 0);
    is.a = msim_pair_memory(side * is.pitch, sizeof *is.a);
    is.b = msim_pair_memory(side * is.pitch, sizeof *is.b);
    for (uint64_t i = 0; i < side; i++)
        is.a[i * is.pitch + i] = (uint32_t)i;
}

static uint64_t whole_rows(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++) {
        uint64_t from = r % (is.rows / BAND) * BAND;
        for (uint64_t i = from; i < from + BAND; i++)
            for (uint64_t j = 0; j < is.columns; j++)
                is.b[j * is.pitch + i] = is.a[i * is.pitch + j];
    }
    return is.b[0];
}

static uint64_t blocks(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++) {
        uint64_t from = r % (is.rows / BAND) * BAND;
        for (uint64_t block = 0; block < is.columns; block += BAND)
            for (uint64_t i = from; i < from + BAND; i++)
                for (uint64_t j = block; j < block + BAND; j++)
                    is.b[j * is.pitch + i] = is.a[i * is.pitch + j];
    }
    return is.b[0];
}

static uint64_t check_transposed(void)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < is.rows; i++)
        for (uint64_t j = 0; j < BAND; j++)
            sum = sum * 31 + is.b[i * is.pitch + j];
    return sum;
}

/* --- Distances of all points to all others, or each only once --------------------------------- */

enum { POINTS = 256 };

static void prepare_distances(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    (void)sizes;
    is.a = msim_pair_generators(POINTS);
    for (uint64_t i = 0; i < POINTS; i++)
        is.a[i] >>= 16;
}

static inline uint64_t distance(uint64_t a, uint64_t b)
{
    return (a - b) * (a - b);
}

static uint64_t all_distances(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < POINTS; i++)
            for (uint64_t j = 0; j < POINTS; j++)
                sum += distance(is.a[i], is.a[j]);
    return sum;
}

static uint64_t half_of_them(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < POINTS; i++)
            for (uint64_t j = 0; j < i; j++)
                sum += distance(is.a[i], is.a[j]);
    return 2 * sum;
}

const struct msim_kernel_pair msim_pair_loops[] = {
    {"columns", prepare_columns, by_columns, by_rows, 64, NULL},
    {"far-columns", prepare_far_columns, by_columns, by_rows, 1024, NULL},
    {"product", prepare_product, product_by_dots, product_by_rows, ORDER, NULL},
    {"fusion", prepare_lines, two_passes, one_pass, 1, NULL},
    {"unrolling", prepare_lines, rolled, unrolled, PIECES, NULL},
    {"transposition", prepare_transposition, whole_rows, blocks, 1, check_transposed},
    {"half", prepare_distances, all_distances, half_of_them, 1, NULL},
    {0}};
