/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and checks what writing.h says. */
#include "writing.h"

#include <stddef.h>

#include "engine/base/text.h"
#include "levelname.h"

/* --- Values ------------------------------------------------------------------------------- */

const char *msim_writing_read(const char *value, struct msim_writing *writing)
{
    static const char expected[] = "expected none, back or through; the last two also with "
                                   ",allocate or ,no-allocate, as in back,no-allocate";
    struct msim_reader text = {value};
    struct msim_writing given = *writing;
    bool back = msim_take(&text, "back");
    given.write_given = true;
    given.passes_writes = false;
    if (msim_same_text(value, "none")) {
        given.write = MSIM_WRITE_NONE;
        *writing = given;
        return NULL;
    }
    if (!back && !msim_take(&text, "through"))
        return expected;
    given.write = back ? MSIM_WRITE_BACK : MSIM_WRITE_THROUGH;
    if (*text.at) {
        given.passes_writes = msim_same_text(text.at, ",no-allocate");
        if (!given.passes_writes && !msim_same_text(text.at, ",allocate"))
            return expected;
    }
    *writing = given;
    return NULL;
}

/* LEVEL:NAME; false: it is not. */
static bool take_level(struct msim_reader *text, struct msim_writing *writing)
{
    enum msim_level level;
    struct msim_policy_name name;
    if (!msim_take_level_name(text, MSIM_L2, MSIM_L3 + 1, &level, &name))
        return false;
    writing->level_given[level] = true;
    writing->inclusion[level] = msim_inclusion_named(name.text);
    return writing->inclusion[level] <= MSIM_EXCLUSIVE;
}

const char *msim_inclusion_read(const char *value, struct msim_writing *writing)
{
    static const char expected[] = "expected none or LEVEL:NAME,..., as in L2:inclusive,"
                                   "L3:exclusive; the levels are L2 L3, the names are neither "
                                   "inclusive exclusive";
    struct msim_writing given = *writing;
    struct msim_reader text = {value};
    given.inclusion_given = true;
    if (msim_same_text(value, "none")) {
        for (int i = 0; i < MSIM_LEVELS; i++) {
            given.level_given[i] = true;
            given.inclusion[i] = MSIM_NEITHER;
        }
        *writing = given;
        return NULL;
    }
    do
        if (!take_level(&text, &given))
            return expected;
    while (msim_take(&text, ","));
    if (*text.at)
        return expected;
    *writing = given;
    return NULL;
}

/* --- What is allowed ---------------------------------------------------------------------- */

/* True: the lines of all levels inside this one are as long, or, if `shorter`, not longer. */
static bool lines_fit(const struct msim_machine *machine, enum msim_level level, bool shorter)
{
    uint32_t line = machine->level[level].line;
    int first = !shorter && level == MSIM_L3 ? MSIM_L2 : MSIM_I1;
    for (int i = first; i < (int)level; i++)
        if (machine->level[i].units &&
            (machine->level[i].line > line || (!shorter && machine->level[i].line != line)))
            return false;
    return true;
}

bool msim_inclusion_fits(const struct msim_machine *machine, enum msim_level level)
{
    enum msim_inclusion inclusion = machine->inclusion[level];
    return !inclusion || lines_fit(machine, level, inclusion == MSIM_INCLUSIVE);
}

/* What changes hands is a line of each cache of data.  An exclusive L3 knows what is in the L2s inside
 * it, as these are of one core each. */
static bool inclusion_fits_cores(const struct msim_machine *machine)
{
    const struct msim_geometry *d1 = &machine->level[MSIM_D1], *l2 = &machine->level[MSIM_L2];
    const struct msim_geometry *l3 = &machine->level[MSIM_L3];
    return l2->units && l2->line == d1->line && (!l3->units || l3->line == d1->line) &&
           machine->inclusion[MSIM_L2] != MSIM_EXCLUSIVE &&
           (machine->inclusion[MSIM_L3] != MSIM_EXCLUSIVE || machine->cores.l2_sharing == 1);
}

static const char *refuse_inclusion(const struct msim_machine *machine, enum msim_level level)
{
    enum msim_inclusion inclusion = machine->inclusion[level];
    if (!inclusion)
        return NULL;
    if (!machine->level[level].units)
        return "--inclusion names a level that is not simulated: give --inclusion=none, or the "
               "level";
    if (!msim_inclusion_fits(machine, level))
        return inclusion == MSIM_EXCLUSIVE
                   ? "--inclusion: lines of an exclusive level must be as long as those of the "
                     "level inside it, as they move between the two: give both the same line size, "
                     "or --inclusion=none"
                   : "--inclusion: lines of an inclusive level must not be shorter than those of "
                     "the levels inside it: give it longer lines, or --inclusion=none";
    if (machine->cores.used > 1 && !inclusion_fits_cores(machine))
        return "--inclusion of several cores: L2 is not exclusive, L3 only if each core has an L2, "
               "and D1, L2 and L3 have lines of one length: give --inclusion without exclusive and "
               "levels with such lines, --cores=1, or --inclusion=none";
    return NULL;
}

enum msim_level msim_inclusion_prefetches(const struct msim_machine *machine)
{
    if (machine->inclusion[MSIM_L2] == MSIM_EXCLUSIVE && msim_brings_ahead(machine))
        return MSIM_L2;
    return machine->inclusion[MSIM_L3] == MSIM_EXCLUSIVE && msim_has_prefetchers(machine, MSIM_L3)
               ? MSIM_L3
               : MSIM_LEVELS;
}

const char *msim_writing_refuses(const struct msim_machine *machine)
{
    if (!msim_follows_lines(machine))
        return NULL;
    if (machine->layout)
        return "--layout-sim compares misses alone: give --layout-sim=no, or --write=none, "
               "--inclusion=none and --model=lru";
    if (machine->write && !machine->level[MSIM_D1].units)
        return "--write says what D1 does with writes, but D1 is not simulated: give "
               "--write=none, or --cache-sim=yes";
    if (machine->write && machine->cores.used > 1 && !machine->level[MSIM_L2].units)
        return "--write of several cores: there is no L2 for what they write: give --L2=, "
               "--cores=1, or --write=none";
    if (msim_brings_ahead(machine) && machine->passes_writes)
        return "--write: writes that bring in nothing are not shown to prefetchers: give --write "
               "without no-allocate, or --prefetch=none";
    if (msim_inclusion_prefetches(machine) != MSIM_LEVELS)
        return "--inclusion: an exclusive level gets what leaves the level inside it, and nothing "
               "by "
               "prefetchers, nor does D1 before an exclusive L2: give --prefetch=none, or "
               "--inclusion without exclusive";
    const char *wrong = refuse_inclusion(machine, MSIM_L2);
    return wrong ? wrong : refuse_inclusion(machine, MSIM_L3);
}

/* --- Choosing ----------------------------------------------------------------------------- */

/* What its description says, as far as the other options allow it.  False: not all. */
static bool keep_described(bool real, const bool is_given[MSIM_LEVELS],
                           struct msim_machine *machine)
{
    struct msim_machine described = *machine;
    machine->write = MSIM_WRITE_NONE;
    machine->passes_writes = false;
    for (int i = 0; i < MSIM_LEVELS; i++)
        machine->inclusion[i] = MSIM_NEITHER;
    if (!real)
        return true;
    machine->write = described.write;
    machine->passes_writes = described.passes_writes;
    bool all = !msim_writing_refuses(machine);
    if (!all)
        machine->write = MSIM_WRITE_NONE, machine->passes_writes = false;
    for (int i = MSIM_L2; i <= MSIM_L3; i++) {
        if (!described.inclusion[i] || is_given[i] || !machine->level[i].units)
            continue;
        machine->inclusion[i] = described.inclusion[i];
        if (msim_writing_refuses(machine)) {
            machine->inclusion[i] = MSIM_NEITHER;
            all = false;
        }
    }
    return all;
}

const char *msim_writing_choose(const struct msim_writing *writing, bool real,
                                const bool is_given[MSIM_LEVELS], struct msim_machine *machine,
                                const char **note)
{
    bool all = keep_described(real, is_given, machine);
    if (writing->write_given) {
        machine->write = writing->write;
        machine->passes_writes = writing->passes_writes;
    }
    for (int i = MSIM_L2; i <= MSIM_L3; i++)
        if (writing->level_given[i])
            machine->inclusion[i] = writing->inclusion[i];
    if (!all && !writing->write_given && !writing->inclusion_given)
        *note = machine->cores.used > 1
                    ? "--model=real: what several cores do not allow of writes, or of levels that "
                      "are inclusive or exclusive, is left out"
                    : "--model=real: what the machine does with writes, or which levels are "
                      "inclusive or exclusive, is left out, as the other options do not allow it";
    return msim_writing_refuses(machine);
}
