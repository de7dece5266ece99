/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Geometries for people to read, and a machine's levels on one line, as a trace records them. */
#pragma once

#include "engine/base/text.h"
#include "geometry.h"

/* "32768 B, 64 B, 8-way associative", "64 entries, 4096 B pages, direct-mapped". */
void msim_put_geometry(struct msim_text *text, enum msim_level level,
                       const struct msim_geometry *geometry);

/* The same of a level of a machine, with what is not usual: "..., 8-way associative, FIFO". */
void msim_put_level(struct msim_text *text, const struct msim_machine *machine,
                    enum msim_level level);

/* As options: "I1=32768,8,64 D1=32768,8,64 L2=...".  Absent levels are left out, and so is what is
 * unknown of the cores (cores.h), which follow; "physical=" stands before them unless these are the
 * same. */
void msim_put_machine(struct msim_text *text, const struct msim_machine *machine);

/* The same with its core: "... core=zen5-epyc,width:6" (coreoption.h). */
void msim_put_machine_and_core(struct msim_text *text, const struct msim_machine *machine);

/* Reads what these wrote; a core that is not named has usual values.  NULL: done; else what is
 * wrong. */
const char *msim_read_machine(const char *line, struct msim_machine *machine);
