/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes a description of a machine from the XML that lstopo writes. */
#pragma once

#include "cmd/machine/file/described.h"

/* Describes one kind: `core` is its name or its number, from 1; NULL: the first.  `file` is used
 * for the name and the source.  *note is set to a remark for the user, allocated, or NULL.  False:
 * *fault says why. */
bool msim_topology_import(const char *bytes, size_t count, const char *file, const char *core,
                          struct msim_described *described, char **note,
                          struct msim_file_fault *fault);
