/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes and reads the lines of oneline.h. */
#include "oneline.h"

#include <stddef.h>

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
}

/* The level named at `at`, before a =; MSIM_LEVELS: none is. */
static enum msim_level level_at(const char *at)
{
    for (int level = 0; level < MSIM_LEVELS; level++) {
        const char *name = msim_level_name(level), *here = at;
        for (; *name && *name == *here; name++, here++)
            ;
        if (!*name && *here == '=')
            return level;
    }
    return MSIM_LEVELS;
}

const char *msim_read_machine(const char *line, struct msim_machine *machine)
{
    *machine = (struct msim_machine){.level = {{0, 0, 0}}};
    while (*line) {
        char value[64];
        size_t used = 0;
        enum msim_level level = level_at(line);
        if (level == MSIM_LEVELS)
            return "expected the name of a level and =";
        while (*line++ != '=')
            ;
        for (; *line && *line != ' ' && used < sizeof value - 1; line++)
            value[used++] = *line;
        value[used] = 0;
        const char *wrong = msim_geometry_read(level, value, &machine->level[level]);
        if (wrong)
            return wrong;
        line += *line == ' ';
    }
    return msim_machine_check(machine);
}
