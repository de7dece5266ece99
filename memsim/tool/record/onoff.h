/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Instrumentation on and off: --instr-atstart, and client requests that start and stop it.
 *
 * The stream has an OFF event where it ends and an ON event where it begins again.  With
 * --at-start=flush, code that is translated in between records nothing, so that it runs as fast as
 * under Valgrind without a tool; every change discards all translations.  With --at-start=warm the
 * code is recorded as usual, because caches must see it, but nothing is counted.
 *
 * Cost: translating everything again at each change (flush), else none.
 */
#pragma once

#include "pub_tool_basics.h"

#include "engine/options.h"

/* The program begins with instrumentation on or off. */
void msim_onoff_init(Bool on, enum msim_at_start at_start);

Bool msim_onoff_is_on(void);

/* True: code that is translated, or runs, now is recorded. */
Bool msim_onoff_records(void);

/* Switches; false: no change. */
Bool msim_onoff_set(Bool on);
