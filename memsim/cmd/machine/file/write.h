/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writing descriptions of machines, as XML. */
#ifndef MSIM_CMD_MACHINE_FILE_WRITE_H
#define MSIM_CMD_MACHINE_FILE_WRITE_H

#include "described.h"

void msim_machine_write(const struct msim_described *described, FILE *to);

#endif
