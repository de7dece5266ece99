/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The words of units (coherence.h), and which references are shown because of a neighbour: a front
 * that does not know a unit shows each.
 */
#pragma once

#include "coherence.h"

/* The word of a unit: 0, one core + 1, or the number of a record; NEAR: its references are shown,
 * because of a neighbour. */
enum {
    MSIM_UNIT_NEAR = 1 << 29,
    MSIM_UNIT_MODIFIED = 1 << 30,
    MSIM_UNIT_CORE = MSIM_UNIT_NEAR - 1,
    MSIM_UNIT_RECORDS_MAX = 1 << 29
};
#define MSIM_UNIT_RECORD (UINT32_C(1) << 31)

/* NULL: the unit has none. */
static inline struct msim_unit *msim_unit_record(const struct msim_coherence *coherence,
                                                 uint32_t word)
{
    return word & MSIM_UNIT_RECORD
               ? msim_table_at(&coherence->records, word & (MSIM_UNIT_RECORDS_MAX - 1))
               : NULL;
}

static inline bool msim_unit_is_written(const struct msim_coherence *coherence, uint32_t word)
{
    const struct msim_unit *record = msim_unit_record(coherence, word);
    return record ? record->modified : word & MSIM_UNIT_MODIFIED;
}

/* The lines of a unit in an array, first to last. */
struct msim_unit_lines {
    uint64_t first, last;
};

static inline struct msim_unit_lines msim_unit_lines_in(const struct msim_coherence *coherence,
                                                        const struct msim_array *array,
                                                        uint64_t unit)
{
    if (array->shift >= coherence->unit_shift) {
        uint64_t line = unit >> (array->shift - coherence->unit_shift);
        return (struct msim_unit_lines){line, line};
    }
    unsigned bits = coherence->unit_shift - array->shift;
    return (struct msim_unit_lines){unit << bits, ((unit + 1) << bits) - 1};
}

/* Removes the unit from the core's front, or from all: references to it are shown from now on. */
void msim_near_forget(const struct msim_coherence *coherence, uint32_t core, uint64_t unit);
void msim_near_show_all(const struct msim_coherence *coherence, uint64_t unit);

/* Shows a reference to a unit if a neighbour belongs to another core.  True: the next one is
 * wanted, too. */
bool msim_near_show(struct msim_coherence *coherence, const struct msim_sharing *sharing,
                    uint32_t *word, uint64_t unit);
