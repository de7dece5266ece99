/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Regions and marks: a program's requests by the macros of memsim/include/memsim.h, recorded as
 * PART events.
 *
 * An error, such as an end without a beginning or a name that cannot be read, is reported with the
 * place of the request, and the program runs on.
 */
#pragma once

#include "pub_tool_basics.h"

#include "stream/dict.h"

/* `counting`: segments are only counted, so parts cannot be distinguished. */
void msim_regions_init(struct msim_dict *dict, Bool counting);

/* True: it was a request of memsim's own. */
Bool msim_region_request(ThreadId tid, const UWord *arguments);
