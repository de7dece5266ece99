/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading descriptions of machines: XML that follows machines/machine.rng. */
#ifndef MSIM_CMD_MACHINE_FILE_READ_H
#define MSIM_CMD_MACHINE_FILE_READ_H

#include "described.h"

/* `schema`: the bytes of machine.rng.  False: *fault says where and why; nothing is to be freed. */
bool msim_machine_parse(const char *bytes, size_t count, const char *schema, size_t schema_count,
                        struct msim_described *described, struct msim_fault *fault);

#endif
