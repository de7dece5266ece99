/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The profile of calls that the same run wrote as a list of page-ins: of memsim.pagein.123 it is
 * memsim.calls.123. */
#pragma once

#include "profile.h"

/* Its name, from malloc.  Ends the command if there is no such file. */
char *msim_calls_beside_pages(const char *pages);

/* Ends the command if the profile has no counts of pages. */
void msim_calls_need_pages(const struct msim_call_profile *calls, const char *name);

/* Ends the command if the profile, a file of that name, is not of the run that made the list. */
void msim_calls_check_pages(const struct msim_call_profile *calls, const char *name,
                            const char *pages);
