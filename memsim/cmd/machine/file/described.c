/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes a machine that can be simulated from a description; see described.h. */
#include "described.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/machine/names.h"
#include "engine/outer/options/writing.h"
#include "engine/policies/policy.h"

enum { USUAL_LINE = 64, SMALLEST_PAGE_FIRST = 4096 };

bool msim_fault(struct msim_file_fault *fault, int line, const char *format, ...)
{
    va_list values;
    if (fault->text[0])
        return false;
    fault->line = line > 0 ? line : 1;
    va_start(values, format);
    vsnprintf(fault->text, sizeof fault->text, format, values);
    va_end(values);
    return false;
}

void msim_described_free(struct msim_described *described)
{
    MSIM_FREE(described->name, described->title);
    for (unsigned i = 0; i < described->sources; i++)
        free(described->source[i]);
    for (unsigned i = 0; i < described->approximations; i++)
        MSIM_FREE(described->approximation[i].of, described->approximation[i].text);
    *described = (struct msim_described){0};
}

bool msim_described_approximate(struct msim_described *described, const char *of, const char *text)
{
    if (described->approximations == MSIM_DESCRIBED_TEXTS)
        return false;
    described->approximation[described->approximations++] =
        (struct msim_approximation){.of = msim_copy(of), .text = msim_copy(text)};
    return true;
}

bool msim_described_source(struct msim_described *described, const char *text)
{
    if (described->sources == MSIM_DESCRIBED_TEXTS)
        return false;
    described->source[described->sources++] = msim_copy(text);
    return true;
}

char *msim_described_note(const struct msim_described *described)
{
    char *note = NULL;
    size_t bytes;
    if (!described->approximations)
        return NULL;
    FILE *to = msim_open_text(&note, &bytes);
    fprintf(to, "%s is approximated:", described->name);
    for (unsigned i = 0; i < described->approximations; i++)
        fprintf(to, "%s %s", i ? ";" : "", described->approximation[i].text);
    fclose(to);
    return note;
}

/* --- Places ------------------------------------------------------------------------------- */

const char *msim_described_place(const struct msim_described_level *level)
{
    static const char *const caches[] = {"D1", "L2", "L3", "L4", "L5"};
    static const char *const tlbs[2][3] = {{"TLB", "DTLB", "ITLB"}, {"L2TLB", "L2DTLB", "L2ITLB"}};
    bool instruction = level->side == MSIM_SIDE_INSTRUCTION;
    unsigned number = level->level;
    if (level->is_tlb)
        return number == 1 || number == 2 ? tlbs[number - 1][level->side] : "L3TLB";
    if (instruction)
        return number == 1 ? "I1" : "L2I";
    return number >= 1 && number <= 5 ? caches[number - 1] : "L5";
}

static bool admits(const struct msim_described *described, const char *of)
{
    for (unsigned i = 0; i < described->approximations; i++)
        if (!strcmp(described->approximation[i].of, of))
            return true;
    return false;
}

static bool needs(const struct msim_described *described, const char *of, int line,
                  const char *what, struct msim_file_fault *fault)
{
    return admits(described, of) ||
           msim_fault(fault, line,
                      "%s: %s; an <approximation of=\"%s\"> must say what is done instead", of,
                      what, of);
}

/* --- Levels ------------------------------------------------------------------------------- */

struct making {
    const struct msim_described *described;
    struct msim_machine *machine;
    struct msim_file_fault *fault;
};

static uint32_t usual_line(const struct msim_described *described)
{
    uint32_t first = 0;
    for (unsigned i = 0; i < described->levels; i++) {
        const struct msim_described_level *level = &described->level[i];
        if (level->is_tlb || !level->line)
            continue;
        if (level->level == 1 && level->side != MSIM_SIDE_INSTRUCTION)
            return level->line;
        if (!first)
            first = level->line;
    }
    return first ? first : USUAL_LINE;
}

/* Sets who shares a level, if several cores may. */
static void share(struct msim_cores *cores, const struct msim_described_level *level,
                  enum msim_level place)
{
    uint32_t sharing = level->sharing < MSIM_CORES_ALL ? level->sharing : MSIM_CORES_ALL;
    if (place == MSIM_L2)
        cores->l2_sharing = sharing;
    else if (place == MSIM_L3)
        cores->l3_sharing = sharing;
    else if (place >= MSIM_L2TLB && sharing) /* of one for each side, that for data counts */
        cores->l2tlb_sharing = sharing;
}

static bool build(struct making *making, const struct msim_described_level *level,
                  enum msim_level place)
{
    const char *of = msim_described_place(level);
    uint32_t line = level->line ? level->line : usual_line(making->described);
    uint32_t ways = level->ways == MSIM_WAYS_FULL ? 0 : level->ways;
    if (!level->ways &&
        !needs(making->described, of, level->at, "its ways are unknown", making->fault))
        return false;
    if (!level->line &&
        !needs(making->described, of, level->at, "its line is unknown", making->fault))
        return false;
    const char *wrong =
        msim_geometry_make(place, level->units, ways, line, &making->machine->level[place]);
    share(&making->machine->cores, level, place);
    return !wrong || msim_fault(making->fault, level->at, "%s: %s", of, wrong);
}

/* The level of this kind, side, number and page (0: any); NULL if there is none. */
static const struct msim_described_level *find(const struct msim_described *described, bool is_tlb,
                                               unsigned number, enum msim_level_side side,
                                               uint32_t page)
{
    for (unsigned i = 0; i < described->levels; i++) {
        const struct msim_described_level *level = &described->level[i];
        if (level->is_tlb == is_tlb && level->level == number && level->side == side &&
            (!page || level->line == page))
            return level;
    }
    return NULL;
}

static const struct msim_described_level *find_beyond(const struct msim_described *described,
                                                      unsigned from)
{
    for (unsigned number = from; number <= 5; number++) {
        const struct msim_described_level *level =
            find(described, false, number, MSIM_SIDE_UNIFIED, 0);
        if (!level)
            level = find(described, false, number, MSIM_SIDE_DATA, 0);
        if (level)
            return level;
    }
    return NULL;
}

static bool build_first(struct making *making)
{
    const struct msim_described *described = making->described;
    const struct msim_described_level *data = find(described, false, 1, MSIM_SIDE_DATA, 0);
    const struct msim_described_level *instr = find(described, false, 1, MSIM_SIDE_INSTRUCTION, 0);
    if (!data)
        data = find(described, false, 1, MSIM_SIDE_UNIFIED, 0);
    if (!data)
        return msim_fault(making->fault, described->at, "there is no first-level data cache");
    if (!build(making, data, MSIM_D1))
        return false;
    if (instr)
        return build(making, instr, MSIM_I1);
    making->machine->level[MSIM_I1] = making->machine->level[MSIM_D1];
    return needs(described, "I1", described->at, "it is unknown", making->fault);
}

static bool build_beyond(struct making *making)
{
    const struct msim_described *described = making->described;
    static const enum msim_level place[] = {MSIM_L2, MSIM_L3};
    static const enum msim_latency latency[] = {MSIM_LATENCY_L2, MSIM_LATENCY_L3};
    const struct msim_described_level *level;
    unsigned from = 2, used = 0;
    for (; (level = find_beyond(described, from)); from = level->level + 1) {
        if (used == 2 || level->level != used + 2) {
            if (!needs(described, msim_described_place(level), level->at,
                       "the simulator has it elsewhere or not at all", making->fault))
                return false;
            if (used == 2)
                continue;
        }
        if (!build(making, level, place[used]))
            return false;
        making->machine->latency[latency[used++]] = level->latency;
    }
    for (unsigned number = 2; number <= 5; number++) {
        level = find(described, false, number, MSIM_SIDE_INSTRUCTION, 0);
        if (level &&
            !needs(described, msim_described_place(level), level->at,
                   "the simulator has no such level for instructions alone", making->fault))
            return false;
    }
    return true;
}

/* --- TLBs --------------------------------------------------------------------------------- */

/* The smallest page for which this side's first level has entries; 0: none. */
static uint32_t smallest_page(const struct msim_described *described, enum msim_level_side side)
{
    uint32_t page = 0;
    for (unsigned i = 0; i < described->levels; i++) {
        const struct msim_described_level *level = &described->level[i];
        if (level->is_tlb && level->level == 1 &&
            (level->side == side || level->side == MSIM_SIDE_UNIFIED) &&
            (!page || level->line < page))
            page = level->line;
    }
    return page;
}

/* Sets the entries for pages of 2 MB or, if the description has those instead, 4 MB; only if
 * everything about them is known. */
static bool build_huge(struct making *making, enum msim_level_side side, unsigned number,
                       enum msim_level place)
{
    const struct msim_described *described = making->described;
    const struct msim_described_level *level = find(described, true, number, side, MSIM_HUGE_PAGE);
    if (!level)
        level = find(described, true, number, side, 2 * MSIM_HUGE_PAGE);
    if (!level || !level->ways)
        return true;
    const char *wrong =
        msim_geometry_make(place, level->units, level->ways == MSIM_WAYS_FULL ? 0 : level->ways,
                           MSIM_HUGE_PAGE, &making->machine->huge_level[place]);
    return !wrong ||
           msim_fault(making->fault, level->at, "%s: %s", msim_described_place(level), wrong);
}

static bool build_tlb(struct making *making, enum msim_level_side side, enum msim_level first,
                      enum msim_level second)
{
    const struct msim_described *described = making->described;
    uint32_t page = smallest_page(described, side);
    const struct msim_described_level *level = find(described, true, 1, side, page);
    if (!page)
        return true;
    if (!level)
        level = find(described, true, 1, MSIM_SIDE_UNIFIED, page);
    if (level->side == MSIM_SIDE_UNIFIED &&
        !needs(described, "TLB", level->at, "the first level has a TLB for each side",
               making->fault))
        return false;
    if (!build(making, level, first))
        return false;
    if (!build_huge(making, side, 1, first) || !build_huge(making, side, 2, second))
        return false;
    level = find(described, true, 2, side, page);
    if (level)
        making->machine->latency[MSIM_LATENCY_L2TLB] = level->latency;
    return !level || build(making, level, second);
}

static bool build_tlbs(struct making *making)
{
    const struct msim_described *described = making->described;
    uint32_t data = smallest_page(described, MSIM_SIDE_DATA);
    uint32_t page = data ? data : smallest_page(described, MSIM_SIDE_INSTRUCTION);
    if (!build_tlb(making, MSIM_SIDE_INSTRUCTION, MSIM_ITLB, MSIM_L2ITLB) ||
        !build_tlb(making, MSIM_SIDE_DATA, MSIM_DTLB, MSIM_L2DTLB))
        return false;
    const struct msim_described_level *shared = find(described, true, 2, MSIM_SIDE_UNIFIED, page);
    if (shared && page) {
        making->machine->latency[MSIM_LATENCY_L2TLB] = shared->latency;
        return build(making, shared, MSIM_L2TLB) &&
               build_huge(making, MSIM_SIDE_UNIFIED, 2, MSIM_L2TLB);
    }
    return true;
}

/* --- Policies ----------------------------------------------------------------------------- */

static bool build_policy(struct making *making, enum msim_level level)
{
    const struct msim_described_policy *its = &making->described->policy[level];
    struct msim_machine *machine = making->machine;
    struct msim_policy_choice choice = msim_policy_named(its->name.text);
    machine->policy[level] = its->name;
    if (!its->name.text[0])
        return true;
    if (!machine->level[level].units)
        return msim_fault(making->fault, its->at, "<replacement of=\"%s\">: there is no such level",
                          msim_level_name(level));
    const char *wrong = msim_policy_refuses(&choice, machine->level[level].ways);
    return !wrong || msim_fault(making->fault, its->at, "<replacement of=\"%s\">: %s",
                                msim_level_name(level), wrong);
}

static bool build_policies(struct making *making)
{
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (!build_policy(making, (enum msim_level)level))
            return false;
    return true;
}

/* --- Prefetchers -------------------------------------------------------------------------- */

static bool build_prefetcher(struct making *making, const struct msim_described_prefetcher *its)
{
    struct msim_policy_name *to = making->machine->prefetch[msim_prefetch_place(its->of)];
    const char *level = msim_level_name(its->of);
    if (!making->machine->level[its->of].units)
        return msim_fault(making->fault, its->at, "<prefetcher of=\"%s\">: there is no such level",
                          level);
    for (unsigned i = 0; i < MSIM_PREFETCHERS_MAX; i++) {
        if (!strcmp(to[i].text, its->name.text))
            return msim_fault(making->fault, its->at, "a second <prefetcher of=\"%s\" name=\"%s\">",
                              level, its->name.text);
        if (to[i].text[0])
            continue;
        to[i] = its->name;
        return true;
    }
    return msim_fault(making->fault, its->at, "%s has more than %d prefetchers", level,
                      MSIM_PREFETCHERS_MAX);
}

static bool build_prefetchers(struct making *making)
{
    for (unsigned i = 0; i < making->described->prefetchers; i++)
        if (!build_prefetcher(making, &making->described->prefetcher[i]))
            return false;
    return true;
}

/* --- Writing and inclusion ------------------------------------------------------------------- */

static bool build_inclusion(struct making *making, enum msim_level level)
{
    const struct msim_described_inclusion *its = &making->described->inclusion[level];
    struct msim_machine *machine = making->machine;
    machine->inclusion[level] = its->inclusion;
    if (its->known && !machine->level[level].units)
        return msim_fault(making->fault, its->at, "<inclusion of=\"%s\">: there is no such level",
                          msim_level_name(level));
    return msim_inclusion_fits(machine, level) ||
           msim_fault(making->fault, its->at,
                      "<inclusion of=\"%s\">: lines of an exclusive level must be as long as those "
                      "of the level inside it, and those of an inclusive one not shorter",
                      msim_level_name(level));
}

static bool build_writing(struct making *making)
{
    making->machine->write = making->described->writing.write;
    making->machine->passes_writes = making->described->writing.passes_writes;
    if (!build_inclusion(making, MSIM_L2) || !build_inclusion(making, MSIM_L3))
        return false;
    enum msim_level wrong = msim_inclusion_prefetches(making->machine);
    return wrong == MSIM_LEVELS ||
           msim_fault(making->fault, making->described->inclusion[wrong].at,
                      "<inclusion of=\"%s\">: an exclusive level has no prefetchers, and before an "
                      "exclusive L2 D1 has none",
                      msim_level_name(wrong));
}

/* --- The core ----------------------------------------------------------------------------- */

static void build_core(const struct msim_described *described, struct msim_machine *machine)
{
    machine->core = msim_core_usual;
    machine->core_known = described->core_known;
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++)
        if (described->core[i].known)
            *msim_core_at(&machine->core, i) = described->core[i].value;
}

bool msim_described_machine(const struct msim_described *described, struct msim_machine *machine,
                            struct msim_file_fault *fault)
{
    struct making making = {described, machine, fault};
    *machine = (struct msim_machine){.level = {{0, 0, 0}}};
    if (!build_first(&making) || !build_beyond(&making) || !build_tlbs(&making) ||
        !build_policies(&making) || !build_prefetchers(&making) || !build_writing(&making))
        return false;
    machine->latency[MSIM_LATENCY_MEMORY] = described->memory;
    machine->latency[MSIM_LATENCY_WALK] = described->walk;
    machine->latency[MSIM_LATENCY_TRANSFER] = described->transfer;
    build_core(described, machine);
    machine->cores.used = described->cores;
    machine->cores.protocol = described->protocol;
    const char *wrong = msim_machine_check(machine);
    return !wrong || msim_fault(fault, described->at, "%s", wrong);
}
