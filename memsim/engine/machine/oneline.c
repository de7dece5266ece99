/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes and reads the lines of oneline.h. */
#include "oneline.h"

#include <stddef.h>

#include "coreoption.h"
#include "names.h"

void msim_put_geometry(struct msim_text *text, enum msim_level level,
                       const struct msim_geometry *geometry)
{
    msim_put_number(text, geometry->units);
    msim_put(text, msim_is_tlb(level) ? " entries, " : " B, ");
    msim_put_number(text, geometry->line);
    msim_put(text, msim_is_tlb(level) ? " B pages, " : " B, ");
    if (geometry->ways == 1) {
        msim_put(text, "direct-mapped");
    } else if (msim_geometry_sets(level, geometry) == 1) {
        msim_put(text, "fully associative");
    } else {
        msim_put_number(text, geometry->ways);
        msim_put(text, "-way associative");
    }
}

void msim_put_level(struct msim_text *text, const struct msim_machine *machine,
                    enum msim_level level)
{
    msim_put_geometry(text, level, &machine->level[level]);
    const char *policy = machine->policy[level].text;
    if (*policy) {
        msim_put(text, ", ");
        msim_put(text, policy);
    }
    if (machine->inclusion[level]) {
        msim_put(text, ", ");
        msim_put(text, msim_inclusion_name(machine->inclusion[level]));
    }
    for (unsigned i = 0; msim_has_prefetchers(machine, level) && i < MSIM_PREFETCHERS_MAX; i++) {
        const char *name = machine->prefetch[msim_prefetch_place(level)][i].text;
        msim_put(text, !*name ? "" : i ? " + " : ", prefetched by ");
        msim_put(text, name);
    }
}

void msim_put_machine(struct msim_text *text, const struct msim_machine *machine)
{
    const char *between = "";
    for (int level = 0; level < MSIM_LEVELS; level++) {
        const struct msim_geometry *geometry = &machine->level[level];
        if (!geometry->units)
            continue;
        msim_put(text, between);
        msim_put(text, msim_level_name(level));
        msim_put(text, "=");
        msim_put_number(text, geometry->units);
        msim_put(text, ",");
        msim_put_number(text, geometry->ways);
        if (level < MSIM_L2TLB) {
            msim_put(text, ",");
            msim_put_number(text, geometry->line);
        }
        between = " ";
    }
    if (machine->physical) {
        msim_put(text, " physical=");
        msim_put(text, msim_physical_name(machine->physical));
    }
    msim_put_cores(text, &machine->cores);
}

void msim_put_machine_and_core(struct msim_text *text, const struct msim_machine *machine)
{
    msim_put_machine(text, machine);
    msim_put(text, " core=");
    msim_core_option_put(text, machine);
}

static const char *read_core(const char *value, struct msim_machine *machine)
{
    struct msim_core_option option = {.begins = false};
    const char *wrong = msim_core_option_read(value, &option);
    msim_core_option_apply(&option, machine);
    return wrong;
}

/* Copies what is before `end` at *line, as far as there is room, and moves *line past it. */
static void take_word(const char **line, char end, char *word, size_t room)
{
    size_t used = 0;
    for (; **line && **line != end && used < room - 1; ++*line)
        word[used++] = **line;
    word[used] = 0;
}

const char *msim_read_machine(const char *line, struct msim_machine *machine)
{
    *machine = (struct msim_machine){.core = msim_core_usual};
    while (*line) {
        char name[16], value[2048]; /* room for all pins, and all of a core */
        take_word(&line, '=', name, sizeof name);
        if (*line++ != '=')
            return "expected the name of a level and =";
        take_word(&line, ' ', value, sizeof value);
        enum msim_level level = msim_level_named(name);
        const char *wrong =
            level < MSIM_LEVELS ? msim_geometry_read(level, value, &machine->level[level])
            : msim_same_text(name, "core")     ? read_core(value, machine)
            : msim_same_text(name, "physical") ? msim_physical_read(value, &machine->physical)
                                               : msim_cores_read(name, value, &machine->cores);
        if (wrong)
            return wrong;
        line += *line == ' ';
    }
    return msim_machine_check(machine);
}
