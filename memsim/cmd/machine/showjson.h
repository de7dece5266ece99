/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a description as JSON; docs/machines.md says what its members are. */
#pragma once

#include "cmd/machine/file/described.h"

void msim_machine_json(const struct msim_described *described, FILE *to);
