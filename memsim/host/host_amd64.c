/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Caches, TLBs and cores by CPUID, for amd64.
 *
 *     caches   leaf 4 (Intel) or 0x8000001D (AMD): one subleaf per cache, the same layout in both
 *     TLBs     leaf 0x18 (Intel, one subleaf per TLB); else leaf 2 (Intel, a byte per TLB);
 *              0x80000005 and 0x80000006 (AMD)
 *     cores    leaf 0x1F, or else 0xB: how many threads a core has, and a package; the leaf of
 *              caches: how many threads share one
 *
 * A hypervisor may move virtual processors, so which of them share a cache is unknown there.
 *
 * Only TLBs for 4 KB pages are read.
 */
#include <cpuid.h>

#include "host.h"
#include "models.h"

enum { SUBLEAVES_MAX = 32, DATA = 1, INSTRUCTION = 2, UNIFIED = 3 };

#define PAGE 4096u

struct regs {
    unsigned a, b, c, d;
};

static struct regs cpuid(unsigned leaf, unsigned subleaf)
{
    struct regs r = {0, 0, 0, 0};
    if ((unsigned)__get_cpuid_max(leaf & 0x80000000u, 0) >= leaf)
        __cpuid_count(leaf, subleaf, r.a, r.b, r.c, r.d);
    return r;
}

static unsigned bits(unsigned value, unsigned low, unsigned count)
{
    return value >> low & ((1u << count) - 1);
}

/* --- Cores -------------------------------------------------------------------------------- */

static bool is_amd(void)
{
    struct regs vendor = cpuid(0, 0);
    return vendor.b == 0x68747541u || vendor.b == 0x6f677948u; /* "Auth", "Hygo" */
}

struct msim_model msim_host_model(void)
{
    unsigned signature = cpuid(1, 0).a, vendor = cpuid(0, 0).b, family = bits(signature, 8, 4);
    unsigned model = bits(signature, 4, 4) + (bits(signature, 16, 4) << 4);
    return (struct msim_model){.vendor = is_amd() ? MSIM_AMD
                                         : vendor == 0x756e6547u /* "Genu" */
                                             ? MSIM_INTEL
                                             : MSIM_OTHER_VENDOR,
                               .family = family < 15 ? family : family + bits(signature, 20, 8),
                               .model = model};
}

static bool is_virtual(void)
{
    return bits(cpuid(1, 0).c, 31, 1);
}

/* The threads of a core (level 0) or a package; 0: unknown. */
static uint32_t threads_of(bool package)
{
    unsigned leaf = bits(cpuid(0x1f, 0).b, 0, 16) ? 0x1f : 0xb;
    uint32_t threads = bits(cpuid(leaf, 0).b, 0, 16);
    for (unsigned level = 1; package && level < SUBLEAVES_MAX; level++) {
        struct regs r = cpuid(leaf, level);
        if (!bits(r.c, 8, 8))
            break;
        threads = bits(r.b, 0, 16);
    }
    return threads;
}

uint32_t msim_host_threads(void)
{
    uint32_t threads = threads_of(false);
    return threads ? threads : 1;
}

/* How many cores share a cache that this many threads share: Intel rounds up to a power of two. */
static uint32_t cores_sharing(uint32_t threads)
{
    uint32_t package = threads_of(true), per_core = msim_host_threads();
    if (is_virtual())
        return 0;
    if (package && threads > package)
        threads = package;
    return (threads + per_core - 1) / per_core;
}

/* --- Caches ------------------------------------------------------------------------------- */

static int cache_level(unsigned level, unsigned type)
{
    if (level == 1 && type == INSTRUCTION)
        return MSIM_I1;
    if (level == 1 && type == DATA)
        return MSIM_D1;
    if (level == 2 && type == UNIFIED)
        return MSIM_L2;
    if (level == 3 && type == UNIFIED)
        return MSIM_L3;
    return -1;
}

static void detect_caches(struct msim_machine *machine, unsigned leaf)
{
    for (unsigned i = 0; i < SUBLEAVES_MAX; i++) {
        struct regs r = cpuid(leaf, i);
        unsigned type = bits(r.a, 0, 5);
        if (type == 0)
            break;
        int level = cache_level(bits(r.a, 5, 3), type);
        if (level < 0)
            continue;
        uint64_t line = bits(r.b, 0, 12) + 1, parts = bits(r.b, 12, 10) + 1;
        uint64_t ways = bits(r.b, 22, 10) + 1, sets = (uint64_t)r.c + 1;
        machine->level[level].units = line * parts * ways * sets;
        machine->level[level].ways = (uint32_t)ways;
        machine->level[level].line = (uint32_t)line;
        if (level == MSIM_L2)
            machine->cores.l2_sharing = cores_sharing(bits(r.a, 14, 12) + 1);
        if (level == MSIM_L3)
            machine->cores.l3_sharing = cores_sharing(bits(r.a, 14, 12) + 1);
    }
}

/* --- Intel's TLBs ------------------------------------------------------------------------- */

static void set_tlb(struct msim_machine *machine, int level, unsigned entries, unsigned ways)
{
    machine->level[level].units = entries;
    machine->level[level].ways = ways;
    machine->level[level].line = PAGE;
}

static bool detect_tlbs_by_subleaf(struct msim_machine *machine)
{
    bool any = false;
    unsigned last = cpuid(0x18, 0).a;
    for (unsigned i = 0; i <= last && i < SUBLEAVES_MAX; i++) {
        struct regs r = cpuid(0x18, i);
        unsigned type = bits(r.d, 0, 5), depth = bits(r.d, 5, 3);
        bool small_pages = r.b & 1;
        unsigned ways = bits(r.b, 16, 16), sets = r.c;
        if (!small_pages || type == 0)
            continue;
        int level = -1;
        if (depth == 1 && type == INSTRUCTION)
            level = MSIM_ITLB;
        else if (depth == 1 && (type == DATA || type == 4)) /* 4: loads only */
            level = MSIM_DTLB;
        else if (depth == 2 && type == UNIFIED)
            level = MSIM_L2TLB;
        if (level >= 0) {
            set_tlb(machine, level, ways * sets, ways);
            any = true;
        }
    }
    return any;
}

/* The descriptor bytes of leaf 2 for TLBs of 4 KB pages. */
static const struct {
    unsigned char code, level;
    unsigned short entries, ways; /* ways 0: fully associative */
} descriptors[] = {
    {0x01, MSIM_ITLB, 32, 4},    {0x03, MSIM_DTLB, 64, 4},   {0x4f, MSIM_ITLB, 32, 0},
    {0x50, MSIM_ITLB, 64, 0},    {0x51, MSIM_ITLB, 128, 0},  {0x52, MSIM_ITLB, 256, 0},
    {0x57, MSIM_DTLB, 16, 4},    {0x59, MSIM_DTLB, 16, 0},   {0x5b, MSIM_DTLB, 64, 0},
    {0x5c, MSIM_DTLB, 128, 0},   {0x5d, MSIM_DTLB, 256, 0},  {0x61, MSIM_ITLB, 48, 0},
    {0x64, MSIM_DTLB, 512, 4},   {0x6a, MSIM_DTLB, 64, 8},   {0x6b, MSIM_DTLB, 256, 8},
    {0xa0, MSIM_DTLB, 32, 0},    {0xb0, MSIM_ITLB, 128, 4},  {0xb2, MSIM_ITLB, 64, 4},
    {0xb3, MSIM_DTLB, 128, 4},   {0xb4, MSIM_DTLB, 256, 4},  {0xb5, MSIM_ITLB, 64, 8},
    {0xb6, MSIM_ITLB, 128, 8},   {0xba, MSIM_DTLB, 64, 4},   {0xc1, MSIM_L2TLB, 1024, 8},
    {0xc3, MSIM_L2TLB, 1536, 6}, {0xca, MSIM_L2TLB, 512, 4},
};

static void detect_tlb_by_code(struct msim_machine *machine, unsigned code)
{
    for (unsigned i = 0; i < sizeof descriptors / sizeof *descriptors; i++)
        if (descriptors[i].code == code) {
            unsigned entries = descriptors[i].entries, ways = descriptors[i].ways;
            set_tlb(machine, descriptors[i].level, entries, ways ? ways : entries);
        }
}

static void detect_tlbs_by_codes(struct msim_machine *machine)
{
    struct regs r = cpuid(2, 0);
    unsigned values[4] = {r.a & ~0xffu, r.b, r.c, r.d};
    for (unsigned i = 0; i < 4; i++)
        for (unsigned shift = 0; shift < 32 && !(values[i] & 0x80000000u); shift += 8)
            detect_tlb_by_code(machine, values[i] >> shift & 0xff);
}

/* --- AMD's TLBs --------------------------------------------------------------------------- */

/* The four-bit associativity of 0x80000006; 0: no such level, or another leaf has it. */
static unsigned amd_ways(unsigned code, unsigned entries)
{
    static const unsigned char ways[16] = {0, 1, 2, 3, 4, 6, 8, 0, 16, 0, 32, 48, 64, 96, 128, 0};
    return code == 15 ? entries : ways[code];
}

static void detect_tlbs_amd(struct msim_machine *machine)
{
    unsigned first = cpuid(0x80000005u, 0).b, second = cpuid(0x80000006u, 0).b;
    unsigned data = bits(first, 16, 8), data_ways = bits(first, 24, 8);
    unsigned instr = bits(first, 0, 8), instr_ways = bits(first, 8, 8);
    set_tlb(machine, MSIM_DTLB, data, data_ways == 0xff ? data : data_ways);
    set_tlb(machine, MSIM_ITLB, instr, instr_ways == 0xff ? instr : instr_ways);
    /* Sizes that do not fit are in units of 32 (L2TlbSizeX32). */
    unsigned unit = bits(cpuid(0x80000021u, 0).a, 14, 1) ? 32 : 1;
    unsigned data2 = bits(second, 16, 12) * unit, instr2 = bits(second, 0, 12) * unit;
    set_tlb(machine, MSIM_L2DTLB, data2, amd_ways(bits(second, 28, 4), data2));
    set_tlb(machine, MSIM_L2ITLB, instr2, amd_ways(bits(second, 12, 4), instr2));
}

void msim_host_detect(struct msim_machine *machine)
{
    bool amd = is_amd();
    machine->cores.protocol = amd ? MSIM_MOESI : MSIM_MESI;
    detect_caches(machine, amd ? 0x8000001du : 4);
    if (amd)
        detect_tlbs_amd(machine);
    else if (!detect_tlbs_by_subleaf(machine))
        detect_tlbs_by_codes(machine);
}
