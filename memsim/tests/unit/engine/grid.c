/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Grids as users write them: the cells and their order, and every refusal with its message. */
#include <stdio.h>
#include <string.h>

#include "engine/machine/names.h"
#include "engine/sweep/grid.h"
#include "engine/sweep/sweep.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"

/* --- Accepted ------------------------------------------------------------------------------- */

/* "L2 524288,1,64", f for full; one after the other, with a blank each. */
static void cells_text(const struct msim_grid *grid, char *text, size_t room)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < grid->used && used < room; i++) {
        const struct msim_cell *cell = &grid->cells[i];
        used +=
            (size_t)snprintf(text + used, room - used, "%s%s %llu,%u%s,%u", i ? "  " : "",
                             msim_level_name(cell->level), (unsigned long long)cell->geometry.units,
                             cell->geometry.ways, cell->full ? "f" : "", cell->geometry.line);
    }
}

static const struct {
    const char *text, *cells;
} accepted[] = {
    {"L2:512K,8,64", "L2 524288,8,64"},
    {"I1:32k,8,64;D1:48K,12,64", "I1 32768,8,64  D1 49152,12,64"},
    {"D1:1K-4K,1,64", "D1 1024,1,64  D1 2048,1,64  D1 4096,1,64"},
    {"D1:1K-5K,1,64", "D1 1024,1,64  D1 2048,1,64  D1 4096,1,64"},
    {"D1:3K-12K,3,64", "D1 3072,3,64  D1 6144,3,64  D1 12288,3,64"},
    {"L2:1.25M,10,64", "L2 1310720,10,64"},
    {"L3:2M+1M,full+2,64+32", "L3 1048576,2,32  L3 1048576,2,64  L3 1048576,32768f,32  "
                              "L3 1048576,16384f,64  L3 2097152,2,32  L3 2097152,2,64  "
                              "L3 2097152,65536f,32  L3 2097152,32768f,64"},
    {"D1:4K+4K+2K-4K,1+1,64", "D1 2048,1,64  D1 4096,1,64"},
    {"D1:512,8+full,64", "D1 512,8,64  D1 512,8f,64"},
    {"D1:1K,3-3+1,16+64-64", NULL}, /* 1K is no multiple of 3 lines */
    {"DTLB:16-64,4+full", "DTLB 16,4,0  DTLB 16,16f,0  DTLB 32,4,0  DTLB 32,32f,0  DTLB 64,4,0  "
                          "DTLB 64,64f,0"},
    {"ITLB:64,4,4K+2M", "ITLB 64,4,4096  ITLB 64,4,2097152"},
    {"L2TLB:1536,6;L2ITLB:8,full;L2DTLB:512,4", "L2TLB 1536,6,0  L2ITLB 8,8f,0  L2DTLB 512,4,0"},
};

UNIT_ROWS(accepts, accepted)
{
    struct msim_grid grid;
    char cells[2000];
    const char *why = msim_grid_read(accepted[_i].text, &grid, &memory.mem);
    if (!accepted[_i].cells) {
        ck_assert_ptr_nonnull(why);
        return;
    }
    ck_assert_msg(!why, "%s: %s", accepted[_i].text, why);
    cells_text(&grid, cells, sizeof cells);
    ck_assert_str_eq(cells, accepted[_i].cells);
}

/* 48 cells, 18 stacks; 64-byte lines have 1024 sets of 8 ways at least, 262144 sets at most. */
UNIT_TEST(usual)
{
    struct msim_grid grid;
    ck_assert_ptr_null(msim_grid_read("L2:512K-16M,1-8,32-64", &grid, &memory.mem));
    ck_assert_uint_eq(grid.used, 48);
    uint64_t tags = 0;
    for (unsigned line = 0; line < 2; line++)
        for (unsigned i = 0; i < 9; i++)
            tags += (UINT64_C(1024) << line << i) * (i > 5 ? 8 >> (i - 5) : 8);
    uint64_t bytes = msim_sweep_bytes(&grid, 0);
    ck_assert_uint_ge(bytes, tags * 4);
    ck_assert_uint_lt(bytes, tags * 4 + 40000);
    ck_assert_uint_eq(msim_sweep_bytes(&grid, 10) - bytes, 10 * (48 + 18) * 24);
}

/* --- Refused -------------------------------------------------------------------------------- */

#define LEVELS                                                                                     \
    ": expected LEVEL:SIZES,WAYS,LINES; LEVEL one of I1 D1 L2 L3 ITLB DTLB L2TLB L2ITLB "          \
    "L2DTLB; "                                                                                     \
    "as in L2:512K-16M,1-8,64"
#define FULL_SETS "SIZE must be a multiple of WAYS x LINE, so that every set has all its ways"
#define SIZES     ": expected bytes, as in 32K+48K or 512K-16M"
#define WAYS      ": expected numbers or 'full', as in 1-8+full"
#define MORE      ": expected \"+\" and another value, \";\" and another level, or the end"

static const struct {
    const char *text, *why;
} refused[] = {
    {"", "at \"\"" LEVELS},
    {"L4:1M,8,64", "at \"L4:1M,8,64\"" LEVELS},
    {"l2:1M,8,64", "at \"l2:1M,8,64\"" LEVELS},
    {"L2=1M,8,64", "at \"L2=1M,8,64\"" LEVELS},
    {"L2:1M,8,64;", "at \"\"" LEVELS},
    {"L2:1M,8,64;;L3:1M,8,64", "at \";L3:1M,8,64\"" LEVELS},
    {"L2:1M,8,64;L2:2M,8,64", "L2 appears twice: join its values with \"+\""},
    {"L2:", "L2: SIZES at \"\"" SIZES},
    {"L2:x", "L2: SIZES at \"x\"" SIZES},
    {"L2:1M-,8,64", "L2: SIZES at \"1M-,8,64\"" SIZES},
    {"L2:1M+,8,64", "L2: SIZES at \",8,64\"" SIZES},
    {"L2:0.3K,8,64", "L2: SIZES at \"0.3K,8,64\"" SIZES},
    {"L2:1M", "L2: at \"\": expected \",\" and WAYS"},
    {"L2:1M;8", "L2: at \";8\": expected \",\" and WAYS"},
    {"L2:1M,,64", "L2: WAYS at \",64\"" WAYS},
    {"L2:1M,full-8,64", "L2: at \"-8,64\": expected \",\" and LINES"},
    {"L2:1M,8-full,64", "L2: WAYS at \"8-full,64\"" WAYS},
    {"L2:1M,8K,64", "L2: at \"K,64\": expected \",\" and LINES"},
    {"L2:1M,8", "L2: at \"\": expected \",\" and LINES"},
    {"L2:1M,8,", "L2: LINES at \"\": expected bytes, as in 64 or 32-128"},
    {"L2:1M,8,64,4", "L2: at \",4\"" MORE},
    {"L2:1M,8,64 ", "L2: at \" \"" MORE},
    {"L2:0,8,64", "L2: SIZES at \"0\": must be at least 1"},
    {"L2:1M,0,64", "L2: WAYS at \"0\": must be at least 1"},
    {"L2:1M,0-8,64", "L2: WAYS at \"0-8\": must be at least 1"},
    {"L2:1M,8,0", "L2: LINES at \"0\": must be at least 1"},
    {"L2:16M-512K,8,64", "L2: SIZES at \"16M-512K\": a range must not end below its start"},
    {"L2:1M,8-1+2,64", "L2: WAYS at \"8-1\": a range must not end below its start"},
    {"L2:99999999999999999999999,8,64",
     "L2: SIZES at \"99999999999999999999999\": too large for any level"},
    {"L2:1M-9999999G,8,64", "L2: SIZES at \"1M-9999999G\": too large for any level"},
    {"L2:1M,8,48", "L2:1048576,8,48: LINE must be a power of two from 16 to 4096 bytes"},
    {"L2:1M,8,8-64", "L2:1048576,8,8: LINE must be a power of two from 16 to 4096 bytes"},
    {"L2:1M,3,64", "L2:1048576,3,64: " FULL_SETS},
    {"L2:1000+1M,8,64", "L2:1000,8,64: " FULL_SETS},
    {"D1:64-1K,1-4,64", "D1:64,2,64: WAYS must be from 1 to SIZE/LINE, or 'full'"},
    {"D1:1000,full,64", "D1:1000,full,64: " FULL_SETS},
    {"L2:8G,8,64", "L2:8589934592,8,64: SIZE must be from one line to 4G (4294967296) bytes"},
    {"DTLB:64K,4", "DTLB: at \"K,4\": expected \",\" and WAYS"},
    {"DTLB:x,4", "DTLB: ENTRIES at \"x,4\": expected numbers, as in 16-4096"},
    {"DTLB:64,3", "DTLB:64,3: ENTRIES must be a multiple of WAYS, so that every set has all its "
                  "ways"},
    {"DTLB:64,4,8K", "DTLB:64,4,8192: PAGE must be one of 4K 16K 64K 2M 1G"},
    {"DTLB:64,4,x", "DTLB: PAGES at \"x\": expected one or more of 4K 16K 64K 2M 1G"},
    {"DTLB:64,4,4K-64K", "DTLB:64,4,8192: PAGE must be one of 4K 16K 64K 2M 1G"},
    {"DTLB:2097152,4", "DTLB:2097152,4: ENTRIES must be from 1 to 1048576"},
    {"L2TLB:512,4,4K", "L2TLB: at \",4K\": a second-level TLB has the pages of the first: only "
                       "ENTRIES,WAYS"},
};

UNIT_ROWS(refuses, refused)
{
    struct msim_grid grid;
    const char *why = msim_grid_read(refused[_i].text, &grid, &memory.mem);
    ck_assert_msg(why != NULL, "%s was taken", refused[_i].text);
    ck_assert_str_eq(why, refused[_i].why);
}

/* `values` numbers from 1 on, joined. */
static void join_numbers(char *text, unsigned values)
{
    for (unsigned i = 1; i <= values; i++)
        text += sprintf(text, i == 1 ? "%u" : "+%u", i);
}

UNIT_TEST(too_many)
{
    struct msim_grid grid;
    char sizes[2000], text[5000];
    join_numbers(sizes, 257);
    snprintf(text, sizeof text, "DTLB:%s,1", sizes);
    ck_assert_str_eq(msim_grid_read(text, &grid, &memory.mem),
                     "DTLB: ENTRIES at \"257\": more than 256 values in one field");
    join_numbers(sizes, 256);
    snprintf(text, sizeof text,
             "DTLB:%s,1+full,4K+16K+64K+2M+1G;ITLB:%s,1,4K-4K;D1:4M,1-1024,64-4K", sizes, sizes);
    ck_assert_ptr_null(msim_grid_read(text, &grid, &memory.mem));
    ck_assert_uint_eq(grid.used, 256 * 10 + 256 + 11 * 7);
    snprintf(text, sizeof text, "DTLB:%s,1+full,4K+16K+64K+2M+1G;ITLB:%s,1+full,4K+16K+64K+2M",
             sizes, sizes);
    ck_assert_str_eq(msim_grid_read(text, &grid, &memory.mem),
                     "ITLB: 4608 cells so far; a grid may have at most 4096");
}

/* A message never outgrows its place. */
UNIT_TEST(long_words)
{
    struct msim_grid grid;
    char text[1000];
    memset(text, 'L', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    const char *why = msim_grid_read(text, &grid, &memory.mem);
    ck_assert_ptr_nonnull(why);
    ck_assert_ptr_nonnull(strstr(why, "LLL...\": expected LEVEL:"));
    ck_assert_uint_lt(strlen(why), MSIM_GRID_WHY);
    ck_assert_ptr_nonnull(strstr(why, "as in L2:512K-16M,1-8,64"));
}

/* --- Fitting -------------------------------------------------------------------------------- */

static const char *fit(const char *text, const char *const levels[MSIM_LEVELS],
                       struct msim_grid *grid)
{
    struct msim_machine machine = {0};
    for (int i = 0; i < MSIM_LEVELS; i++)
        if (levels[i])
            machine_level(&machine, (enum msim_level)i, levels[i]);
    ck_assert_ptr_null(msim_grid_read(text, grid, &memory.mem));
    return msim_grid_fit(grid, &machine);
}

UNIT_TEST(fits)
{
    static const char *const caches[MSIM_LEVELS] = {"32K,8,64", "32K,8,64"};
    static const char *const tlbs[MSIM_LEVELS] = {NULL, NULL, NULL, NULL, "8,2,16K", "8,2,2M"};
    static const char *const instr[MSIM_LEVELS] = {NULL, NULL, NULL, NULL, "8,2,16K"};
    struct msim_grid grid;
    char cells[300];
    ck_assert_ptr_null(fit("DTLB:8,2;ITLB:8,2;L2ITLB:8,2;L2DTLB:8,2", tlbs, &grid));
    cells_text(&grid, cells, sizeof cells);
    ck_assert_str_eq(cells,
                     "DTLB 8,2,2097152  ITLB 8,2,16384  L2ITLB 8,2,16384  L2DTLB 8,2,2097152");
    ck_assert_ptr_null(fit("DTLB:8,2;L2TLB:8,2;ITLB:8,2,4K", instr, &grid));
    cells_text(&grid, cells, sizeof cells);
    ck_assert_str_eq(cells, "DTLB 8,2,4096  L2TLB 8,2,16384  ITLB 8,2,4096");
    ck_assert_ptr_null(fit("L2:1M,8,64;D1:1K,1,64;DTLB:8,2", caches, &grid));
}

UNIT_TEST(fits_not)
{
    static const char *const caches[MSIM_LEVELS] = {"32K,8,64", "32K,8,64"};
    static const char *const tlbs[MSIM_LEVELS] = {NULL, NULL, NULL, NULL, "8,2,16K", "8,2,2M"};
    struct msim_grid grid;
    ck_assert_str_eq(
        fit("L3:1M,8,64", caches, &grid),
        "L3: an L3 sees what missed L2, but none is simulated: give --L2=SIZE,WAYS,LINE");
    ck_assert_str_eq(
        fit("L2:1M,8,64", tlbs, &grid),
        "L2: an L2 sees what missed I1 and D1, but neither is simulated: give --cache-sim=yes");
    ck_assert_str_eq(fit("L2TLB:8,2", tlbs, &grid),
                     "L2TLB: one for both sides needs an ITLB and a DTLB with the same page size; "
                     "L2ITLB and L2DTLB do not");
    ck_assert_str_eq(
        fit("L2TLB:8,2", caches, &grid),
        "L2TLB: it sees what missed ITLB and DTLB, but neither is simulated: give --tlb-sim=yes");
    ck_assert_str_eq(
        fit("L2ITLB:8,2", caches, &grid),
        "L2ITLB: it sees what missed the ITLB, but none is simulated: give --ITLB=ENTRIES,WAYS");
    ck_assert_str_eq(
        fit("L2DTLB:8,2", caches, &grid),
        "L2DTLB: it sees what missed the DTLB, but none is simulated: give --DTLB=ENTRIES,WAYS");
}
