/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of curves (curves.h). */
#include "curves.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/median.h"

/* In KB, of one chain, and of others. */
static const uint32_t sizes[] = {16,    24,    32,    40,    48,    64,     96,    128,
                                 192,   256,   384,   512,   768,   1024,   1280,  1536,
                                 2048,  3072,  4096,  5120,  6144,  8192,   12288, 16384,
                                 24576, 32768, 49152, 65536, 98304, 131072, 0};
static const uint32_t few_sizes[] = {16,    32,    64,    128,   256,   512,    768,
                                     1024,  1536,  2048,  3072,  4096,  6144,   8192,
                                     12288, 16384, 24576, 32768, 65536, 131072, 0};
static const uint32_t pages[] = {16,   32,   48,   64,   80,    96,    112,  128,  192,
                                 256,  384,  512,  768,  1024,  1280,  1536, 2048, 2560,
                                 3072, 4096, 6144, 8192, 12288, 16384, 0};
static const uint32_t lines[] = {8, 16, 32, 64, 128, 0};
static const uint32_t often[] = {1, 16, 32, 64, 96, 127, 0};
static const uint32_t targets[] = {1, 2, 4, 0};
static const uint32_t ways[] = {1, 2, 3, 4, 0};
static const uint32_t between[] = {16,  32,  48,  64,  80,  96,  112, 120, 128,  144, 160, 176,
                                   192, 208, 224, 240, 256, 272, 288, 320, 352,  384, 416, 432,
                                   448, 480, 512, 544, 576, 640, 704, 768, 1024, 0};
static const uint32_t once[] = {1, 0};

const struct msim_curve_kind msim_curve_kinds[MSIM_CURVES] = {
    [MSIM_CURVE_CHASE_1] = {"chase-1", "bytes", "load", "chase %s 1", sizes, 1024, 2, false, 3},
    [MSIM_CURVE_CHASE_4] = {"chase-4", "bytes", "load", "chase %s 4", few_sizes, 1024, 3, false, 1},
    [MSIM_CURVE_CHASE_16] = {"chase-16", "bytes", "load", "chase %s 16", few_sizes, 1024, 3, false,
                             1},
    [MSIM_CURVE_CHASE_32] = {"chase-32", "bytes", "load", "chase %s 32", few_sizes, 1024, 3, false,
                             1},
    [MSIM_CURVE_ORDER] = {"order", "bytes", "load", "order %s", few_sizes, 1024, 2, false, 1},
    [MSIM_CURVE_GATHER] = {"gather", "bytes", "load", "gather %s", few_sizes, 1024, 4, false, 1},
    [MSIM_CURVE_PAGES] = {"pages", "pages", "load", "pages %s 1", pages, 1, 3, false, 2},
    [MSIM_CURVE_SETS] = {"sets", "lines", "load", "sets 4096 %s", lines, 1, 2, false, 1},
    [MSIM_CURVE_APART] = {"apart", "lines", "load", "sets 4160 %s", lines, 1, 2, false, 1},
    [MSIM_CURVE_TAKEN] = {"taken", "of 128", "branch", "taken %s", often, 1, 1, true, 1},
    [MSIM_CURVE_TURNS] = {"turns", "targets", "call", "calls %s 0", targets, 1, 1, true, 1},
    [MSIM_CURVE_DRAWN] = {"drawn", "targets", "call", "calls %s 1", targets, 1, 1, false, 1},
    [MSIM_CURVE_FORWARD] = {"forward", "way", "load", "forward %s", ways, 1, 1, true, 4},
    [MSIM_CURVE_ADDITIONS] = {"window-additions", "instructions between", "pair",
                              "window 67108864 %s 0", between, 1, 6, false, 0},
    [MSIM_CURVE_NOTHING] = {"window-nothing", "instructions between", "pair",
                            "window 67108864 %s 1", between, 1, 6, false, 0},
    [MSIM_CURVE_INDEPENDENT] = {"independent", NULL, "addition", "independent", once, 1, 1, true,
                                1},
    [MSIM_CURVE_MIXED] = {"mixed", NULL, "instruction", "mixed", once, 1, 1, true, 0},
    [MSIM_CURVE_LOADS] = {"loads", NULL, "load", "loads", once, 1, 1, true, 0},
    [MSIM_CURVE_INDEXED] = {"indexed", NULL, "load", "indexed", once, 1, 1, true, 1},
    [MSIM_CURVE_STORES] = {"stores", NULL, "store", "stores", once, 1, 1, true, 0},
};

void msim_curve_begin(enum msim_curve_number number, uint64_t most, bool quick,
                      struct msim_measured_curve *curve)
{
    const struct msim_curve_kind *kind = &msim_curve_kinds[number];
    curve->points = 0;
    for (unsigned i = 0; kind->x[i] && curve->points < MSIM_CURVE_POINTS; i++)
        if ((uint64_t)kind->x[i] * kind->unit <= most && (!quick || i < kind->quick))
            curve->point[curve->points++] =
                (struct msim_measured_point){(double)kind->x[i] * kind->unit, NAN, NAN, 0};
}

char *msim_curve_kernel(enum msim_curve_number number, double x)
{
    const char *kernel = msim_curve_kinds[number].kernel, *place = strstr(kernel, "%s");
    if (!place)
        return msim_copy(kernel);
    return msim_printed("%.*s%" PRIu64 "%s", (int)(place - kernel), kernel, (uint64_t)x, place + 2);
}

double msim_curve_median(const struct msim_measured_curve *curve, double from, double to,
                         bool simulated)
{
    double value[MSIM_CURVE_POINTS];
    unsigned used = 0;
    for (unsigned i = 0; i < curve->points; i++) {
        const struct msim_measured_point *point = &curve->point[i];
        double y = simulated ? point->simulated : point->native;
        if (point->x >= from && point->x <= to && !isnan(y))
            value[used++] = y;
    }
    return msim_median(value, used);
}
