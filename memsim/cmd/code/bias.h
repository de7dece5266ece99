/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much higher a file is mapped than it was linked. */
#ifndef MSIM_CMD_CODE_BIAS_H
#define MSIM_CMD_CODE_BIAS_H

#include "elf.h"

/* By where the bytes of the file from `offset` on are mapped; false: no segment of the file is
 * mapped like this. */
bool msim_bias(const struct msim_elf *elf, uint64_t first, uint64_t offset, uint64_t *bias);

/* The same of a file by its name; false also if it cannot be read. */
bool msim_bias_of_file(const char *path, uint64_t address, uint64_t offset, uint64_t *bias);

#endif
