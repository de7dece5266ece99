/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an earlier run left in the folder that a run was given: it is set aside, so that the folder
 * stands for one run. */
#pragma once

#include <time.h>

/* Moves results that are older than `since` from the folder to FOLDER.old, in place of those that
 * are there, and says so; does nothing if the folder has no newer ones, or is the working
 * folder. */
void msim_set_earlier_aside(const char *folder, const struct timespec *since);
