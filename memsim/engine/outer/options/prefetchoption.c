/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and checks what prefetchoption.h says. */
#include "prefetchoption.h"

#include <stddef.h>

#include "engine/base/text.h"
#include "engine/prefetchers/prefetcher.h"
#include "levelname.h"

/* --- The option --------------------------------------------------------------------------- */

static const char *take_one(struct msim_reader *text, struct msim_prefetch_option *option,
                            const char *expected)
{
    struct msim_prefetcher_choice choice;
    struct msim_policy_name name;
    enum msim_level level;
    if (!msim_take_level_name(text, MSIM_D1, MSIM_L3 + 1, &level, &name) ||
        !msim_prefetcher_read(name.text, &choice))
        return expected;
    struct msim_policy_name *to = option->prefetch[msim_prefetch_place(level)];
    for (unsigned i = 0; i < MSIM_PREFETCHERS_MAX; i++) {
        if (msim_same_text(to[i].text, name.text))
            return "a level has each prefetcher once";
        if (to[i].text[0])
            continue;
        to[i] = name;
        return msim_prefetcher_refuses(&choice, level);
    }
    return "a level has at most four prefetchers";
}

const char *msim_prefetch_read(const char *value, struct msim_prefetch_option *option)
{
#define ROW(name) " " #name
    static const char expected[] =
        "expected none or LEVEL:NAME,...; the levels are D1 L2 L3, the names are"
#include "engine/prefetchers/prefetchers.list"
        MSIM_PREFETCHER_FORMS;
#undef ROW
    struct msim_prefetch_option given = {.given = true};
    struct msim_reader text = {value};
    const char *wrong = NULL;
    if (msim_same_text(value, "none")) {
        *option = given;
        return NULL;
    }
    do
        wrong = take_one(&text, &given, expected);
    while (!wrong && msim_take(&text, ","));
    if (!wrong)
        *option = given;
    return wrong;
}

/* --- What is allowed ---------------------------------------------------------------------- */

static const char *refuse(const struct msim_machine *machine)
{
    for (enum msim_level level = MSIM_D1; level <= MSIM_L3; level++)
        if (msim_has_prefetchers(machine, level) && !machine->level[level].units)
            return "--prefetch names a level that is not simulated: give --prefetch=none, or the "
                   "level";
    if (msim_prefetches(machine) && machine->layout)
        return "--layout-sim compares with caches without prefetchers: give --layout-sim=no, or "
               "--prefetch=none";
    return NULL;
}

static void take_all(struct msim_machine *machine, const struct msim_prefetch_option *from)
{
    for (unsigned i = 0; i < MSIM_PREFETCH_LEVELS; i++)
        for (unsigned k = 0; k < MSIM_PREFETCHERS_MAX; k++)
            machine->prefetch[i][k] = from->prefetch[i][k];
}

/* Levels that are absent have no prefetchers of the machine's. */
static void drop_absent(struct msim_machine *machine)
{
    for (enum msim_level level = MSIM_D1; level <= MSIM_L3; level++)
        if (!machine->level[level].units)
            machine->prefetch[msim_prefetch_place(level)][0].text[0] = 0;
}

const char *msim_prefetch_choose(const struct msim_prefetch_option *option, bool real,
                                 struct msim_machine *machine)
{
    if (option->given || !real) {
        take_all(machine, option);
        return refuse(machine);
    }
    drop_absent(machine);
    return refuse(machine);
}
