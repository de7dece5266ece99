/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A cache and TLB model too simple to be wrong, the oracle for the counts of the
 * real engine. It reads a memory trace from standard input, as printed by
 *     valgrind --tool=lackey --basic-counts=no --trace-mem=yes
 *              --vex-guest-chase=no
 *
 * Every level is an array of block numbers, most recently used first, searched
 * from the front. Set = block modulo number of sets, any number. A reference
 * counts at most one miss per level, touches all blocks it covers, and goes
 * whole to the next level if it missed. A modify counts as a read. References
 * longer than the smallest cache line are cut to that length. A TLB is the
 * same with a page for a line. L2 and L3 may be indexed by physical pages, which
 * docs/machines.md and engine/ports/pageframes.h describe.
 *
 * Usage: lackeymodel MODEL [--next MODEL]... < TRACE, where MODEL is any of
 *   --I1= --D1= --L2= --L3=           size,ways,line
 *   --ITLB= --DTLB=                   entries,ways[,page]
 *   --L2TLB= or --L2ITLB= --L2DTLB=   entries,ways[,page]
 *   --physical=scattered|contiguous   how L2 and L3 are indexed
 *   --policy=LEVEL:NAME,...           of levels that have been given, which do not
 *                                     replace by LRU (unit/naive/policy.h)
 *   --fault=N                         miscount: one more D1 miss at the Nth
 *                                     data reference, to test the comparison
 *   --each=misses|accesses            print each reference that missed the first
 *                                     cache or TLB, or each data reference, too
 *   --mark=FIRST,END                  print the stores to these addresses, too
 * Sizes may end in K or M, ways may be full, and any level may be none; one
 * that is not given is off and has no column. Prints for every model an events
 * and a summary line, as in a file of counts; before them, for each reference
 *     f|r|w INSTRUCTION ADDRESS SIZE OUTCOME LINES
 * in hexadecimal, OUTCOME's bits being set for misses of the first, second and
 * third cache and the first and second TLB, those of LINES for lines that missed
 * the first cache, from the one of ADDRESS; and M ADDRESS for a mark. SIZE is
 * what remains of a longer reference. Exit status 0, or 1 on bad input. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/naive/policy.c"

#define MAX_MODELS 32

enum level_name { I1, D1, L2, L3, ITLB, DTLB, L2TLB, L2ITLB, L2DTLB, LEVELS };
static const char *const level_names[LEVELS] = {"I1",   "D1",    "L2",     "L3",    "ITLB",
                                                "DTLB", "L2TLB", "L2ITLB", "L2DTLB"};

struct level {
    uint64_t sets, ways, line; /* sets 0: this level is off */
    uint64_t *blocks;
    struct naive_policy *policy; /* NULL: LRU */
};

enum side { FETCH, READ, WRITE, SIDES };

struct counts {
    uint64_t references, cache_misses[3], tlb_misses[2];
};

/* Pages in the order of their first touch. */
struct frames {
    enum { SAME, SCATTERED, CONTIGUOUS } physical;
    uint64_t *pages, used, room;
};

struct model {
    struct level levels[LEVELS];
    struct frames frames;
    struct counts counts[SIDES];
    uint64_t cut, fault, data_references;
    enum { NONE, MISSES, ACCESSES } each;
    uint64_t first_mark, end_mark;
};

static void fail(const char *what, const char *about)
{
    fprintf(stderr, "lackeymodel: %s: %s\n", what, about);
    exit(1);
}

/* A number, its suffix applied; *text is moved behind it and its comma. */
static uint64_t number(const char **text, const char *option)
{
    char *end;
    uint64_t value = strtoull(*text, &end, 10);

    if (end == *text)
        fail("not a number", option);
    if (*end == 'K' || *end == 'M')
        value <<= *end++ == 'K' ? 10 : 20;
    if (*end != ',' && *end != '\0')
        fail("not a number", option);
    *text = *end == ',' ? end + 1 : end;
    return value;
}

static void configure(struct level *level, int is_tlb, const char *text, const char *option)
{
    uint64_t blocks, size;
    int is_full;

    if (strcmp(text, "none") == 0)
        return;
    size = number(&text, option);
    is_full = strncmp(text, "full", 4) == 0;
    if (is_full)
        text += text[4] == ',' ? 5 : 4;
    else
        level->ways = number(&text, option);
    level->line = is_tlb && *text == '\0' ? 4096 : number(&text, option);
    if (level->line == 0)
        fail("bad geometry", option);
    blocks = is_tlb ? size : size / level->line;
    if (is_full)
        level->ways = blocks;
    if (level->ways == 0 || blocks == 0 || blocks % level->ways != 0 ||
        (!is_tlb && size % level->line != 0))
        fail("bad geometry", option);
    level->sets = blocks / level->ways;
    level->blocks = malloc(blocks * sizeof *level->blocks);
    if (level->blocks == NULL)
        fail("no memory", option);
    memset(level->blocks, 0xff, blocks * sizeof *level->blocks);
}

/* Uses one block; returns 1 if it was not there. */
static int touch(struct level *level, uint64_t block)
{
    uint64_t *set = level->blocks + block % level->sets * level->ways;
    uint64_t way = 0;
    int is_miss;

    if (level->policy != NULL)
        return naive_policy_touch(level->policy, set, block % level->sets, block);
    while (way < level->ways - 1 && set[way] != block)
        way++;
    is_miss = set[way] != block;
    for (; way > 0; way--)
        set[way] = set[way - 1];
    set[0] = block;
    return is_miss;
}

static uint64_t scattered(uint64_t page)
{
    uint64_t among = 1024 * 1024, hash = page / among * 11400714819323198485U;
    uint64_t x = (page ^ hash ^ hash >> 32) % among;

    for (int round = 0; round < 3; round++) {
        x = x * 648053 % among;
        x ^= x / 1024;
    }
    return page / among * among + x;
}

static uint64_t in_turn(struct frames *frames, uint64_t page)
{
    uint64_t at = 0;

    while (at < frames->used && frames->pages[at] != page)
        at++;
    if (at == frames->room) {
        frames->room = 2 * frames->room + 1024;
        frames->pages = realloc(frames->pages, frames->room * sizeof *frames->pages);
        if (frames->pages == NULL)
            fail("no memory", "--physical");
    }
    if (at == frames->used)
        frames->pages[frames->used++] = page;
    return at + 1;
}

/* The block of a line of memory; frames is NULL for levels that know the program's addresses. */
static uint64_t block_at(struct frames *frames, uint64_t address, uint64_t line)
{
    if (frames != NULL && frames->physical == SCATTERED)
        address = scattered(address / 4096) * 4096 + address % 4096;
    if (frames != NULL && frames->physical == CONTIGUOUS)
        address = in_turn(frames, address / 4096) * 4096 + address % 4096;
    return address / line;
}

/* Uses all blocks of a reference; returns a bit for each that was not there, from
 * the lowest, and the last one for all from there on. */
static unsigned reference(struct level *level, struct frames *frames, uint64_t address,
                          uint64_t size)
{
    uint64_t last = (address + size - 1) / level->line;
    unsigned missed = 0, bit = 1;

    for (uint64_t block = address / level->line; block <= last; block++) {
        if (touch(level, block_at(frames, block * level->line, level->line)))
            missed |= bit;
        bit <<= bit < 1U << 31;
    }
    return missed;
}

/* Presents a reference to levels in turn until one has it. Returns a bit for
 * each that had not; *lines: what missed the first. frames: of all but the first. */
static unsigned descend(struct level *const *levels, int count, struct frames *frames,
                        uint64_t *misses, uint64_t address, uint64_t size, unsigned *lines)
{
    unsigned missed = 0;

    for (int i = 0; i < count; i++) {
        if (levels[i]->sets == 0)
            continue;
        unsigned blocks = reference(levels[i], i == 0 ? NULL : frames, address, size);
        if (i == 0)
            *lines = blocks;
        if (!blocks)
            return missed;
        missed |= 1U << i;
        misses[i]++;
    }
    return missed;
}

static void print_reference(const struct model *model, enum side side, uint64_t instruction,
                            uint64_t address, uint64_t size, unsigned outcome, unsigned lines)
{
    if (side == WRITE && address >= model->first_mark && address < model->end_mark)
        printf("M %llx\n", (unsigned long long)address);
    if (model->each == MISSES ? outcome != 0 : model->each == ACCESSES && side != FETCH)
        printf("%c %llx %llx %llx %x %x\n", "frw"[side], (unsigned long long)instruction,
               (unsigned long long)address, (unsigned long long)size, outcome, lines);
}

static void simulate(struct model *model, enum side side, uint64_t instruction, uint64_t address,
                     uint64_t size)
{
    struct level *l = model->levels;
    int is_fetch = side == FETCH;
    struct level *own = &l[is_fetch ? L2ITLB : L2DTLB];
    struct level *caches[] = {&l[is_fetch ? I1 : D1], &l[L2], &l[L3]};
    struct level *tlbs[] = {&l[is_fetch ? ITLB : DTLB], own->sets ? own : &l[L2TLB]};
    struct counts *counts = &model->counts[side];
    uint64_t cut = model->cut != 0 && size > model->cut ? model->cut : size;
    unsigned outcome, lines = 0, pages;

    counts->references++;
    outcome = descend(caches, 3, &model->frames, counts->cache_misses, address, cut, &lines);
    outcome |= descend(tlbs, 2, NULL, counts->tlb_misses, address, cut, &pages) << 3;
    print_reference(model, side, instruction, address, cut, outcome, lines);
    if (!is_fetch && ++model->data_references == model->fault)
        counts->cache_misses[0]++;
}

static void set_cut(struct model *model)
{
    for (int i = I1; i <= L3; i++) {
        const struct level *level = &model->levels[i];

        if (level->sets != 0 && (model->cut == 0 || level->line < model->cut))
            model->cut = level->line;
    }
}

/* LEVEL:NAME,... */
static void follow(struct model *model, const char *text)
{
    char level[16], name[32];
    int used;

    while (sscanf(text, "%15[^:]:%31[^,]%n", level, name, &used) == 2) {
        for (int i = 0; i < LEVELS; i++) {
            struct level *its = &model->levels[i];

            if (strcmp(level_names[i], level) == 0 && its->sets != 0)
                its->policy = naive_policy_new(name, its->sets, its->ways);
        }
        text += used + (text[used] == ',');
    }
    if (*text != '\0')
        fail("bad policies", text);
}

/* An option that is no level; 0 if it is none of these. */
static int other_option(struct model *model, const char *text)
{
    if (strncmp(text, "--policy=", 9) == 0)
        follow(model, text + 9);
    else if (strncmp(text, "--fault=", 8) == 0)
        model->fault = strtoull(text + 8, NULL, 10);
    else if (strcmp(text, "--physical=scattered") == 0)
        model->frames.physical = SCATTERED;
    else if (strcmp(text, "--physical=contiguous") == 0)
        model->frames.physical = CONTIGUOUS;
    else if (strcmp(text, "--each=misses") == 0)
        model->each = MISSES;
    else if (strcmp(text, "--each=accesses") == 0)
        model->each = ACCESSES;
    else if (sscanf(text, "--mark=%" SCNx64 ",%" SCNx64, &model->first_mark, &model->end_mark) != 2)
        return 0;
    return 1;
}

static void option(struct model *model, const char *text)
{
    for (int i = 0; i < LEVELS; i++) {
        size_t length = strlen(level_names[i]);

        if (strncmp(text, "--", 2) == 0 && strncmp(text + 2, level_names[i], length) == 0 &&
            text[2 + length] == '=') {
            configure(&model->levels[i], i >= ITLB, text + 3 + length, text);
            return;
        }
    }
    if (!other_option(model, text))
        fail("unknown option", text);
}

/* Feeds the trace to all models; other lines than references are passed over. */
static void read_trace(struct model *models, int count)
{
    char line[256];
    uint64_t instruction = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        enum side side;
        char *end;

        if (strncmp(line, "I  ", 3) == 0)
            side = FETCH;
        else if (strncmp(line, " L ", 3) == 0 || strncmp(line, " M ", 3) == 0)
            side = READ;
        else if (strncmp(line, " S ", 3) == 0)
            side = WRITE;
        else
            continue;
        uint64_t address = strtoull(line + 3, &end, 16);
        uint64_t size = *end == ',' ? strtoull(end + 1, &end, 10) : 0;
        if (size == 0 || *end != '\n')
            fail("bad line in the trace", line);
        if (side == FETCH)
            instruction = address;
        for (int i = 0; i < count; i++)
            simulate(&models[i], side, instruction, address, size);
    }
}

/* The columns of one model: their names, or else their values. */
static void print_columns(const struct model *model, int names)
{
    static const char *const prefix[SIDES] = {"I", "D", "D"};
    static const char kind[SIDES] = {'r', 'r', 'w'};
    const struct level *l = model->levels;

    for (int side = 0; side < SIDES; side++) {
        const struct counts *counts = &model->counts[side];
        const char *p = prefix[side];
        char k = kind[side];
        int on[5] = {l[side == FETCH ? I1 : D1].sets != 0, l[L2].sets != 0, l[L3].sets != 0,
                     l[side == FETCH ? ITLB : DTLB].sets != 0,
                     l[L2TLB].sets != 0 || l[side == FETCH ? L2ITLB : L2DTLB].sets != 0};
        static const char *const column[5] = {"1m", "2m", "3m", "Tm", "T2m"};

        if (names)
            printf(" %s%c", p, k);
        else
            printf(" %llu", (unsigned long long)counts->references);
        for (int i = 0; i < 5; i++) {
            uint64_t value = i < 3 ? counts->cache_misses[i] : counts->tlb_misses[i - 3];

            if (on[i] && names)
                printf(" %s%s%c", p, column[i], k);
            else if (on[i])
                printf(" %llu", (unsigned long long)value);
        }
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    static struct model models[MAX_MODELS];
    int count = 1;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--next") != 0)
            option(&models[count - 1], argv[i]);
        else if (count++ == MAX_MODELS)
            fail("too many models", "--next");
    }
    for (int i = 0; i < count; i++)
        set_cut(&models[i]);
    read_trace(models, count);
    for (int i = 0; i < count; i++) {
        printf("events:");
        print_columns(&models[i], 1);
        printf("summary:");
        print_columns(&models[i], 0);
    }
    return 0;
}
