/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the facts of a run's fingerprint (engine/base/fingerprint.h) and puts them into the
 * dictionary.
 *
 * What is known before the first instruction is put there then.  libc is looked for whenever
 * Valgrind has read debug information, and an allocator is found when the first code of a function
 * like malloc() is translated.  The loader's own does not count.  How the program ended is added at
 * the end.
 */
#pragma once

#include "pub_tool_basics.h"

#include "stream/dict.h"

/* Facts are added to this dictionary. */
void msim_facts_init(struct msim_dict *dict);

/* Code at this address is translated.  At the first call, the program has not run yet.  True: it is
 * the program's entry; what it needs is loaded. */
Bool msim_facts_code(Addr at);

/* The program has ended. */
void msim_facts_end(void);
