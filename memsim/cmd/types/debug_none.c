/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader of debugging information of a build without libdw. */
#include <stdio.h>

#include "inside.h"

const char *msim_debug_no_reader(void)
{
    return "this memsim reads no debugging information: install libdw-dev, then configure and "
           "build it again";
}

struct msim_debug *msim_debug_open(struct msim_types_store *store,
                                   const struct msim_object_file *code,
                                   const struct msim_object_places *places, char *why, size_t room)
{
    (void)store, (void)code, (void)places;
    snprintf(why, room, "%s", msim_debug_no_reader());
    return NULL;
}

void msim_debug_close(struct msim_debug *debug)
{
    (void)debug;
}

bool msim_debug_variable(struct msim_debug *debug, uint64_t address, bool is_thread_local,
                         struct msim_variable *variable)
{
    (void)debug, (void)address, (void)is_thread_local, (void)variable;
    return false;
}

bool msim_debug_local(struct msim_debug *debug, uint64_t address, int64_t offset,
                      struct msim_variable *variable)
{
    (void)debug, (void)address, (void)offset, (void)variable;
    return false;
}

const struct msim_type *msim_debug_named(struct msim_debug *debug, const char *name)
{
    (void)debug, (void)name;
    return NULL;
}

size_t msim_debug_code(struct msim_debug *debug, uint64_t address,
                       const struct msim_code_level **level)
{
    (void)debug, (void)address, (void)level;
    return 0;
}

bool msim_debug_operand(struct msim_debug *debug, uint64_t address, bool writes,
                        struct msim_operand_type *operand)
{
    (void)debug, (void)address, (void)writes, (void)operand;
    return false;
}
