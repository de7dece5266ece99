/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading and checking geometries; see geometry.h. */
#include "geometry.h"

#include <stddef.h>

#define KIB       UINT64_C(1024)
#define CACHE_MAX (4 * KIB * KIB * KIB)

#define TOO_LARGE (UINT64_C(1) << 50)

enum { LINE_MIN = 16, LINE_MAX = 4096, ENTRIES_MAX = 1 << 20 };

#define CACHE_FORM                                                                                 \
    "expected SIZE,WAYS,LINE: bytes (or 32K, 8M, 1.25M), a number or 'full', bytes; as in "        \
    "8388608,8,64"
#define TLB_FORM                                                                                   \
    "expected ENTRIES,WAYS[,PAGE]: a number, a number or 'full', one of 4K 16K 64K 2M 1G; as in "  \
    "64,4 or 48,full,16K"
#define L2TLB_FORM "expected ENTRIES,WAYS: a number, a number or 'full'; as in 1536,6"

/* --- Reading ------------------------------------------------------------------------------ */

/* What is still to be read; every reader moves past what it took, or returns false. */
struct text {
    const char *at;
};

static bool take(struct text *text, const char *word)
{
    const char *at = text->at;
    for (; *word; word++, at++)
        if (*at != *word)
            return false;
    text->at = at;
    return true;
}

/* A number too large for anything is read as one that no range has. */
static bool take_number(struct text *text, uint64_t *number)
{
    uint64_t value = 0;
    const char *start = text->at;
    for (; *text->at >= '0' && *text->at <= '9'; text->at++)
        if (value < TOO_LARGE)
            value = value * 10 + (uint64_t)(*text->at - '0');
    *number = value;
    return text->at != start;
}

static uint64_t take_unit(struct text *text)
{
    if (take(text, "K") || take(text, "k"))
        return KIB;
    if (take(text, "M") || take(text, "m"))
        return KIB * KIB;
    if (take(text, "G") || take(text, "g"))
        return KIB * KIB * KIB;
    return 1;
}

/* 8388608, 32K, 1.25M: a fraction must come out as a whole number of bytes. */
static bool take_size(struct text *text, uint64_t *size)
{
    uint64_t whole, fraction = 0, scale = 1;
    if (!take_number(text, &whole))
        return false;
    if (take(text, ".")) {
        const char *start = text->at;
        if (!take_number(text, &fraction) || text->at - start > 6)
            return false;
        for (const char *digit = start; digit < text->at; digit++)
            scale *= 10;
    }
    uint64_t unit = take_unit(text);
    if (fraction * unit % scale)
        return false;
    *size = whole < TOO_LARGE / unit ? whole * unit + fraction * unit / scale : TOO_LARGE;
    return true;
}

/* `full` is returned as 0 ways. */
static bool take_ways(struct text *text, uint64_t *ways)
{
    if (take(text, "full")) {
        *ways = 0;
        return true;
    }
    return take_number(text, ways) && *ways != 0;
}

static bool take_page(struct text *text, uint64_t *page)
{
    static const uint64_t pages[] = {4 * KIB, 16 * KIB, 64 * KIB, 2 * KIB * KIB, KIB * KIB * KIB};
    if (!take_size(text, page))
        return false;
    for (unsigned i = 0; i < sizeof pages / sizeof *pages; i++)
        if (*page == pages[i])
            return true;
    return false;
}

/* --- Caches and TLBs ---------------------------------------------------------------------- */

static const char *read_cache(struct text *text, struct msim_geometry *geometry)
{
    uint64_t size, ways, line;
    if (!take_size(text, &size) || !take(text, ","))
        return CACHE_FORM;
    if (take(text, "0,"))
        return "WAYS must be at least 1, or 'full'";
    if (!take_ways(text, &ways) || !take(text, ",") || !take_size(text, &line) || *text->at)
        return CACHE_FORM;
    if (line < LINE_MIN || line > LINE_MAX || (line & (line - 1)))
        return "LINE must be a power of two from 16 to 4096 bytes";
    if (size < line || size > CACHE_MAX)
        return "SIZE must be from one line to 4G (4294967296) bytes";
    if (size % line)
        return "SIZE must be a multiple of WAYS x LINE, so that every set has all its ways";
    if (ways == 0)
        ways = size / line;
    if (ways > size / line)
        return "WAYS must be from 1 to SIZE/LINE, or 'full'";
    if (size / line % ways)
        return "SIZE must be a multiple of WAYS x LINE, so that every set has all its ways";
    *geometry = (struct msim_geometry){size, (uint32_t)ways, (uint32_t)line};
    return NULL;
}

static const char *read_tlb(struct text *text, bool first_level, struct msim_geometry *geometry)
{
    const char *form = first_level ? TLB_FORM : L2TLB_FORM;
    uint64_t entries, ways, page = first_level ? 4 * KIB : 0;
    if (!take_number(text, &entries) || !take(text, ","))
        return form;
    if (take(text, "0"))
        return "WAYS must be at least 1, or 'full'";
    if (!take_ways(text, &ways))
        return form;
    if (first_level && take(text, ",") && !take_page(text, &page))
        return "PAGE must be one of 4K 16K 64K 2M 1G";
    if (*text->at)
        return form;
    if (entries == 0 || entries > ENTRIES_MAX)
        return "ENTRIES must be from 1 to 1048576";
    if (ways == 0)
        ways = entries;
    if (ways > entries || entries % ways)
        return "ENTRIES must be a multiple of WAYS, so that every set has all its ways";
    *geometry = (struct msim_geometry){entries, (uint32_t)ways, (uint32_t)page};
    return NULL;
}

const char *msim_geometry_read(enum msim_level level, const char *text,
                               struct msim_geometry *geometry)
{
    struct text rest = {text};
    if (take(&rest, "none") && !*rest.at) {
        if (level == MSIM_I1 || level == MSIM_D1)
            return "the first level cannot be absent (--cache-sim=no turns all caches off)";
        *geometry = (struct msim_geometry){0, 0, 0};
        return NULL;
    }
    rest.at = text;
    if (msim_is_tlb(level))
        return read_tlb(&rest, level == MSIM_ITLB || level == MSIM_DTLB, geometry);
    return read_cache(&rest, geometry);
}

const char *msim_machine_check(struct msim_machine *machine)
{
    struct msim_geometry *level = machine->level;
    if (level[MSIM_L3].units && !level[MSIM_L2].units)
        return "an L3 needs an L2: give --L2=, or --L3=none";
    if (level[MSIM_L2TLB].units && level[MSIM_ITLB].units && level[MSIM_DTLB].units &&
        level[MSIM_ITLB].line != level[MSIM_DTLB].line)
        return "one --L2TLB for both sides needs ITLB and DTLB of one page size: use --L2ITLB and "
               "--L2DTLB, or --L2TLB=none";
    if ((level[MSIM_L2ITLB].units && !level[MSIM_ITLB].units) ||
        (level[MSIM_L2DTLB].units && !level[MSIM_DTLB].units) ||
        (level[MSIM_L2TLB].units && !level[MSIM_ITLB].units && !level[MSIM_DTLB].units))
        return "a second-level TLB needs a first-level one";
    level[MSIM_L2TLB].line = level[MSIM_DTLB].units ? level[MSIM_DTLB].line : level[MSIM_ITLB].line;
    level[MSIM_L2ITLB].line = level[MSIM_ITLB].line;
    level[MSIM_L2DTLB].line = level[MSIM_DTLB].line;
    return NULL;
}
