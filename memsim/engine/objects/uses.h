/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How instructions use objects: for each instruction, object, kind and size of access, which
 * offsets it refers to, and how often that missed which level.
 *
 * A use has a cell for each offset while there are up to MSIM_CELLS of them.  Then they become one,
 * because all its offsets are equal modulo the greatest common divisor of their differences, its
 * stride: an instruction that reads a field of the structures of an array has that field's offset
 * in the structure, modulo a multiple of the structure's size.
 *
 * Variables of a loaded file have no sizes here, so uses of them are divided into chunks of
 * addresses, which grow with their number.
 *
 * Bound: near the limit of memory, all offsets of a use that is new are one cell; at it, all uses
 * of an object that would be new are one, of the site MSIM_BEYOND_SITE.  Sums are exact.  What uses
 * take is counted in elements, so the same run comes to the same uses wherever it is observed.
 *
 * Cost: a look-up per reference, nearly always of an entry that was found before; 128 bytes per use
 * and 56 per cell.
 */
#pragma once

#include "engine/machine/counts.h"
#include "stream/lookup.h"

enum { MSIM_CELL_BITS = 5, MSIM_CELLS = 1 << MSIM_CELL_BITS, MSIM_RECENT_USES_BITS = 12 };

/* The site of a use that stands for all uses for which there is no memory. */
#define MSIM_BEYOND_SITE UINT32_MAX

struct msim_object_in;

/* References, and what they missed. */
struct msim_use_counts {
    uint64_t count[MSIM_COUNTS];
};

struct msim_use_key {
    uint32_t object, site;
    uint64_t chunk;
    uint16_t size;
    uint8_t kind;
};

/* A reference to an offset that has a cell touches the first half alone. */
struct msim_use {
    struct msim_use_counts *counts; /* by cell, */
    int64_t *offset;                /* the same */
    uint8_t cells, room;            /* cells: how many; room: 0, or for 1 << (room - 1) */
    bool folded;                    /* all are one cell */
    uint8_t last_cell;
    uint32_t same_hash;
    uint64_t address_before; /* of the reference before, */
    int64_t step_before;     /* and from the one before that to it */
    uint64_t steps[3];       /* within a line or to the next; as before; others */
    uint64_t stride;         /* 0: all offsets are equal */
    int64_t first, last;     /* lowest and highest offset */
    struct msim_use_key key;
    struct msim_object_in *in; /* its object in a context (within.h), or NULL: */
    uint32_t in_context;
};

struct msim_uses {
    const struct msim_mem *mem;
    struct msim_table table;
    struct msim_lookup lookup;
    struct msim_table site_chunks;               /* struct chunks, by site */
    uint32_t recent[1 << MSIM_RECENT_USES_BITS]; /* by hash: a use, + 1; 0: none */
    void *spare[MSIM_CELL_BITS + 2];             /* memory of cells that uses have outgrown */
    struct msim_use_counts surplus;              /* of what finds no room */
    uint64_t limit, taken;                       /* bytes; limit 0: no limit */
};

/* No use: its counts are in `surplus`. */
#define MSIM_NO_USE UINT32_MAX

void msim_uses_init(struct msim_uses *uses, const struct msim_mem *mem);

/* True: uses are near the limit, so that new ones have no offsets. */
bool msim_uses_are_near(const struct msim_uses *uses);

/* The number of a use, which is added if it is new.  `divided`: `key->chunk` is that of the
 * offset. */
uint32_t msim_uses_number(struct msim_uses *uses, struct msim_use_key *key, bool divided,
                          int64_t offset);

/* Takes from the range what is not in the key's chunk. */
void msim_use_key_range(const struct msim_use_key *key, uint64_t origin, uint64_t *first,
                        uint64_t *bytes);

/* A reference of a use; returns the counts of its cell. */
struct msim_use_counts *msim_use_add(struct msim_uses *uses, struct msim_use *use, int64_t offset,
                                     uint64_t address);

/* The same by number; returns the number of the cell. */
uint32_t msim_uses_add(struct msim_uses *uses, uint32_t number, int64_t offset, uint64_t address);

/* The last reference of a use happened this many times more, at least once; adds them to the
 * counts, too. */
void msim_use_repeat(struct msim_use *use, uint64_t times);

/* The cell of a reference that was added before, or of where a line begins that is written to
 * memory, which no reference need have come to. */
uint32_t msim_uses_cell(struct msim_uses *uses, uint32_t number, int64_t offset);

/* The counts of a cell. */
struct msim_use_counts *msim_uses_counts(struct msim_uses *uses, uint32_t cell);

static inline struct msim_use *msim_use_at(const struct msim_uses *uses, uint32_t number)
{
    return MSIM_TABLE_AT(&uses->table, number, struct msim_use);
}

static inline uint32_t msim_use_of_cell(uint32_t cell)
{
    return cell >> MSIM_CELL_BITS;
}

static inline void msim_use_counts_add(struct msim_use_counts *to,
                                       const struct msim_use_counts *from)
{
    for (unsigned i = 0; i < MSIM_COUNTS; i++)
        to->count[i] += from->count[i];
}

/* Resets all counts; cells stay. */
void msim_uses_clear(struct msim_uses *uses);

/* All uses begin anew: cells are not valid any more. */
void msim_uses_renew(struct msim_uses *uses);
