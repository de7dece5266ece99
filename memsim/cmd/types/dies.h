/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Entries of debugging information (DIEs), read so that damaged ones end each walk: a sibling comes
 * later, and chains of references have limits.
 */
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/* Deeper nesting than this is taken for damage. */
enum { MSIM_DIE_DEPTH = 64 };

/* Its first child; the next of its siblings in its place. */
bool msim_die_child(Dwarf_Die *die, Dwarf_Die *child);
bool msim_die_next(Dwarf_Die *die);

/* Attributes of the entry alone, or (where it says so) of what it completes, too. */
bool msim_die_number(Dwarf_Die *die, unsigned attribute, uint64_t *number);
bool msim_die_flag(Dwarf_Die *die, unsigned attribute);
bool msim_die_reference(Dwarf_Die *die, unsigned attribute, Dwarf_Die *to);
const char *msim_die_name(Dwarf_Die *die);           /* completed; NULL: none */
bool msim_die_type(Dwarf_Die *die, Dwarf_Die *type); /* completed */
Dwarf_Attribute *msim_die_location(Dwarf_Die *die, unsigned attribute, Dwarf_Attribute *memory);

/* The source file that an attribute has the number of; NULL: unknown. */
const char *msim_die_file(Dwarf_Die *die, unsigned attribute);

/* Where it is declared; NULL or 0: unknown. */
const char *msim_die_source(Dwarf_Die *die);
unsigned msim_die_line(Dwarf_Die *die);

/* The entry without typedefs, const, volatile and the like; false: it is void or in a circle. */
bool msim_die_peel(Dwarf_Die *type, Dwarf_Die *plain);

/* Where a declaration is completed elsewhere: in a type unit. */
void msim_die_signature(Dwarf_Die *type);

/* The lengths of an array's dimensions, 0 where it is not known; returns how many. */
enum { MSIM_MOST_DIMENSIONS = 8 };
unsigned msim_die_dimensions(Dwarf_Die *array, uint64_t length[static MSIM_MOST_DIMENSIONS]);

/* A size that DWARF says, or that of a pointer; 0: it says none. */
uint64_t msim_die_bytes(Dwarf_Die *type);
