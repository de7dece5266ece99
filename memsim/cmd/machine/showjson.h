/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a description as JSON; docs/machines.md says what its members are. */
#ifndef MSIM_CMD_MACHINE_SHOWJSON_H
#define MSIM_CMD_MACHINE_SHOWJSON_H

#include "cmd/machine/file/described.h"

void msim_machine_json(const struct msim_described *described, FILE *to);

#endif
