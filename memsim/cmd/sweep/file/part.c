/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes files of sweeps; see set.h. */
#include "set.h"

#include <inttypes.h>

#include "engine/machine/names.h"

static void put_key(FILE *to, const struct msim_cell_key *key)
{
    fprintf(to, "%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, msim_level_name(key->level), key->size,
            key->ways, key->line);
}

static void put_misses(FILE *to, const struct msim_missed *misses)
{
    fprintf(to, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, misses->read, misses->write,
            misses->instruction);
}

void msim_swept_part(const struct msim_swept *sweep, FILE *to)
{
    fprintf(to, "# memsim sweep 1\n# command: %s\n# machine: %s\n", sweep->command, sweep->machine);
    for (size_t i = 0; i < sweep->facts; i++)
        fprintf(to, "# %s\n", sweep->fact[i]);
    fputs("# level\tsize\tways\tline\treferences\tread misses\twrite misses\tinstruction misses\n",
          to);
    for (size_t i = 0; i < sweep->cells; i++) {
        put_key(to, &sweep->cell[i].key);
        fprintf(to, "\t%" PRIu64, sweep->cell[i].references);
        put_misses(to, &sweep->cell[i].misses);
        fputc('\n', to);
    }
    for (size_t i = 0; i < sweep->shares; i++) {
        fputs("#fn\t", to);
        put_key(to, &sweep->share[i].key);
        put_misses(to, &sweep->share[i].misses);
        fprintf(to, "\t%s\t%s\n", sweep->share[i].function, sweep->share[i].file);
    }
    fprintf(to, "#end\t%zu\n", sweep->cells);
}
