/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machines for the tests: random ones, and ones written as users write them.
 *
 * Random machines are small enough for the oracle and odd enough for every path through the code:
 * one set and one way, ways that are not a multiple of four, more ways than can be scanned, numbers
 * of sets that are not a power of two, lines from 16 to 4096 bytes in any order of the levels, all
 * page sizes, absent levels.
 */
#pragma once

#include "engine/machine/geometry.h"
#include "host.h"

/* It has passed msim_machine_check. */
struct msim_machine random_machine(struct unit_random *random);

/* The same with a D1, and with 2 to `cores` cores, which share outer levels in all ways. */
struct msim_machine random_machine_of_cores(struct unit_random *random, uint32_t cores);

/* The name of a policy that fits so many ways, of a first-level TLB or of something else; "" is
 * LRU's.  */
struct msim_policy_name random_policy(struct unit_random *random, uint32_t ways, bool first_tlb);

/* Gives each of its levels such a policy; no level has a companion then. */
void random_policies(struct unit_random *random, struct msim_machine *machine);

/* Prefetchers of D1, L2 or L3, if it has that level. */
void random_prefetchers(struct unit_random *random, struct msim_machine *machine,
                        enum msim_level level);

/* It has 2 to 8 cores, which share levels in some way. */
void random_sharing(struct unit_random *random, struct msim_machine *machine);

/* What programs prefetch and store past the caches is followed, and has columns from the first one on;
 * that of MSIM_PAST_ISSUED. */
void machine_hints(struct msim_machine *machine);
unsigned machine_past_column(unsigned what);

/* Makes its caches so small that lines leave them. */
void shrink_caches(struct msim_machine *machine);

/* Shrinks caches, and says what becomes of written lines, and which levels have what others have;
 * there are no companions and no large pages then. */
void random_writing(struct unit_random *random, struct msim_machine *machine);

/* The level written as `text`, added to the machine; stops the test where that is refused. */
void machine_level(struct msim_machine *machine, enum msim_level level, const char *text);

/* All levels, in the form of the options, for messages: "I1 2048,4,64  D1 ...". */
const char *machine_text(const struct msim_machine *machine, char *text, size_t room);
