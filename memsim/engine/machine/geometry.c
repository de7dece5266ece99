/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and checks the geometries of geometry.h. */
#include "geometry.h"

#include <stddef.h>

#include "engine/base/reader.h"

#define KIB       UINT64_C(1024)
#define CACHE_MAX (4 * KIB * KIB * KIB)

enum { LINE_MIN = 16, LINE_MAX = 4096, ENTRIES_MAX = 1 << 20 };

#define CACHE_FORM                                                                                 \
    "expected SIZE,WAYS,LINE: bytes (or 32K, 8M, 1.25M), a number or 'full', bytes; as in "        \
    "8388608,8,64"
#define TLB_FORM                                                                                   \
    "expected ENTRIES,WAYS[,PAGE]: a number, a number or 'full', one of 4K 16K 64K 2M 1G; as in "  \
    "64,4 or 48,full,16K"
#define L2TLB_FORM "expected ENTRIES,WAYS: a number, a number or 'full'; as in 1536,6"

bool msim_is_shared_level(const struct msim_machine *machine, enum msim_level level)
{
    return (level == MSIM_L2 && machine->cores.l2_sharing != 1) ||
           (level == MSIM_L3 && machine->cores.l3_sharing != 1);
}

/* --- Reading ------------------------------------------------------------------------------ */

static bool is_page(uint64_t page)
{
    static const uint64_t pages[] = {4 * KIB, 16 * KIB, 64 * KIB, 2 * KIB * KIB, KIB * KIB * KIB};
    for (unsigned i = 0; i < sizeof pages / sizeof *pages; i++)
        if (page == pages[i])
            return true;
    return false;
}

static const char *make_cache(uint64_t size, uint64_t ways, uint64_t line,
                              struct msim_geometry *geometry)
{
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

static const char *make_tlb(uint64_t entries, uint64_t ways, uint64_t page,
                            struct msim_geometry *geometry)
{
    if (page && !is_page(page))
        return "PAGE must be one of 4K 16K 64K 2M 1G";
    if (entries == 0 || entries > ENTRIES_MAX)
        return "ENTRIES must be from 1 to 1048576";
    if (ways == 0)
        ways = entries;
    if (ways > entries || entries % ways)
        return "ENTRIES must be a multiple of WAYS, so that every set has all its ways";
    *geometry = (struct msim_geometry){entries, (uint32_t)ways, (uint32_t)page};
    return NULL;
}

const char *msim_geometry_make(enum msim_level level, uint64_t units, uint64_t ways, uint64_t line,
                               struct msim_geometry *geometry)
{
    if (msim_is_tlb(level))
        return make_tlb(units, ways, line, geometry);
    return make_cache(units, ways, line, geometry);
}

/* --- Caches and TLBs ---------------------------------------------------------------------- */

static const char *read_cache(struct msim_reader *text, struct msim_geometry *geometry)
{
    uint64_t size, ways, line;
    if (!msim_take_size(text, &size) || !msim_take(text, ","))
        return CACHE_FORM;
    if (msim_is_zero(text))
        return "WAYS must be at least 1, or 'full'";
    if (!msim_take_ways(text, &ways) || !msim_take(text, ",") || !msim_take_size(text, &line) ||
        *text->at)
        return CACHE_FORM;
    return make_cache(size, ways, line, geometry);
}

static const char *read_tlb(struct msim_reader *text, bool first_level,
                            struct msim_geometry *geometry)
{
    const char *form = first_level ? TLB_FORM : L2TLB_FORM;
    uint64_t entries, ways, page = first_level ? 4 * KIB : 0;
    if (!msim_take_number(text, &entries) || !msim_take(text, ","))
        return form;
    if (msim_is_zero(text))
        return "WAYS must be at least 1, or 'full'";
    if (!msim_take_ways(text, &ways))
        return form;
    if (first_level && msim_take(text, ",") && (!msim_take_size(text, &page) || !is_page(page)))
        return "PAGE must be one of 4K 16K 64K 2M 1G";
    if (*text->at)
        return form;
    return make_tlb(entries, ways, page, geometry);
}

const char *msim_geometry_read(enum msim_level level, const char *text,
                               struct msim_geometry *geometry)
{
    struct msim_reader rest = {text};
    if (msim_take(&rest, "none") && !*rest.at) {
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
        return "one --L2TLB for both sides needs an ITLB and a DTLB with the same page size: use "
               "--L2ITLB and --L2DTLB, or --L2TLB=none";
    if ((level[MSIM_L2ITLB].units && !level[MSIM_ITLB].units) ||
        (level[MSIM_L2DTLB].units && !level[MSIM_DTLB].units) ||
        (level[MSIM_L2TLB].units && !level[MSIM_ITLB].units && !level[MSIM_DTLB].units))
        return "a second-level TLB needs a first-level one";
    level[MSIM_L2TLB].line = level[MSIM_DTLB].units ? level[MSIM_DTLB].line : level[MSIM_ITLB].line;
    level[MSIM_L2ITLB].line = level[MSIM_ITLB].line;
    level[MSIM_L2DTLB].line = level[MSIM_DTLB].line;
    return NULL;
}
