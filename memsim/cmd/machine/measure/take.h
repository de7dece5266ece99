/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Descriptions of machines and what was found by measuring: from one to the other. */
#pragma once

#include "cmd/machine/file/described.h"
#include "values.h"

/* What a description says that values are found with; `core`: what it is simulated with. */
void msim_nominal_of(const struct msim_described *described, const struct msim_core *core,
                     struct msim_nominal *nominal);

/* Takes latencies that the description lacks from that of another machine, as inferred. */
void msim_described_fill(struct msim_described *described, const struct msim_described *other);

/* Puts what was found into the description, as measured. */
void msim_described_take(struct msim_described *described,
                         const struct msim_measured_values *found);

/* The level of the description that holds data, from 1; NULL: none. */
struct msim_described_level *msim_described_data(struct msim_described *described, bool is_tlb,
                                                 unsigned level);
