/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The values of --write and --inclusion, and what is allowed together (traffic.h has the model). */
#pragma once

#include "engine/machine/geometry.h"

/* What options say of it. */
struct msim_writing {
    bool write_given, inclusion_given;
    enum msim_write write;
    bool passes_writes;
    bool level_given[MSIM_LEVELS];
    enum msim_inclusion inclusion[MSIM_LEVELS];
};

/* Reads none or back|through[,allocate|,no-allocate].  NULL: done; else what is allowed. */
const char *msim_writing_read(const char *text, struct msim_writing *writing);

/* Reads LEVEL:NAME,... or none.  NULL: done; else what is allowed. */
const char *msim_inclusion_read(const char *text, struct msim_writing *writing);

/* True: L2 or L3 has lines that its inclusion, if any, allows. */
bool msim_inclusion_fits(const struct msim_machine *machine, enum msim_level level);

/* An exclusive level that prefetchers would fill, or before which D1 has some; MSIM_LEVELS: none. */
enum msim_level msim_inclusion_prefetches(const struct msim_machine *machine);

/* NULL: the machine's levels can be so; else why not, and what to give instead. */
const char *msim_writing_refuses(const struct msim_machine *machine);

/* Gives the machine what options say; else, if `real`, it has what its description says.  Levels
 * whose `is_given` is set have another shape than the machine's.  NULL: done; else why it cannot
 * be.  Sets *note if something of the description is left out. */
const char *msim_writing_choose(const struct msim_writing *writing, bool real,
                                const bool is_given[MSIM_LEVELS], struct msim_machine *machine,
                                const char **note);
