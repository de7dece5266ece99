/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A description of a machine from the XML file that lstopo writes. */
#ifndef MSIM_CMD_MACHINE_TOPOLOGY_H
#define MSIM_CMD_MACHINE_TOPOLOGY_H

#include "cmd/machine/file/described.h"

/* Describes one kind: `core` is its name or number from 1, NULL: the first.  `file`: for the name and
 * the source.  *note, allocated, is a remark for the user, or NULL.  False: *fault says why. */
bool msim_topology_import(const char *bytes, size_t count, const char *file, const char *core,
                          struct msim_described *described, char **note, struct msim_fault *fault);

#endif
