/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads entries of debugging information; see debug.h. */
#include "debug.h"

#include <string.h>

enum { CHAIN = 32, POINTER_BYTES = 8 };

bool msim_die_child(Dwarf_Die *die, Dwarf_Die *child)
{
    return dwarf_child(die, child) == 0 && (const char *)child->addr > (const char *)die->addr;
}

bool msim_die_next(Dwarf_Die *die)
{
    Dwarf_Die next;
    if (dwarf_siblingof(die, &next) != 0 || (const char *)next.addr <= (const char *)die->addr)
        return false;
    *die = next;
    return true;
}

bool msim_die_number(Dwarf_Die *die, unsigned attribute, uint64_t *number)
{
    Dwarf_Attribute found;
    Dwarf_Word word;
    if (!dwarf_attr(die, attribute, &found) || dwarf_formudata(&found, &word) != 0)
        return false;
    *number = word;
    return true;
}

bool msim_die_flag(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    bool flag;
    return dwarf_attr(die, attribute, &found) && dwarf_formflag(&found, &flag) == 0 && flag;
}

bool msim_die_reference(Dwarf_Die *die, unsigned attribute, Dwarf_Die *to)
{
    Dwarf_Attribute found;
    return dwarf_attr(die, attribute, &found) && dwarf_formref_die(&found, to);
}

const char *msim_die_name(Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    return name && *name ? name : NULL;
}

Dwarf_Attribute *msim_die_location(Dwarf_Die *die, unsigned attribute, Dwarf_Attribute *memory)
{
    return dwarf_attr_integrate(die, attribute, memory);
}

void msim_die_signature(Dwarf_Die *type)
{
    Dwarf_Die whole;
    if (msim_die_reference(type, DW_AT_signature, &whole))
        *type = whole;
}

bool msim_die_type(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute found;
    if (!dwarf_attr_integrate(die, DW_AT_type, &found) || !dwarf_formref_die(&found, type))
        return false;
    msim_die_signature(type);
    return true;
}

/* libdw has a function for this, which stops the program at units without a table of lines. */
const char *msim_die_file(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    Dwarf_Word number;
    Dwarf_Files *files = NULL;
    Dwarf_Die unit;
    size_t count = 0;
    if (!dwarf_attr_integrate(die, attribute, &found) || dwarf_formudata(&found, &number) != 0 ||
        !dwarf_cu_die(found.cu, &unit, NULL, NULL, NULL, NULL, NULL, NULL) ||
        dwarf_getsrcfiles(&unit, &files, &count) != 0 || !files || number >= count)
        return NULL;
    return dwarf_filesrc(files, number, NULL, NULL);
}

const char *msim_die_source(Dwarf_Die *die)
{
    return msim_die_file(die, DW_AT_decl_file);
}

unsigned msim_die_line(Dwarf_Die *die)
{
    Dwarf_Attribute found;
    Dwarf_Word line;
    return dwarf_attr_integrate(die, DW_AT_decl_line, &found) &&
                   dwarf_formudata(&found, &line) == 0 && line <= INT32_MAX
               ? (unsigned)line
               : 0;
}

static bool is_wrapper(int tag)
{
    return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
           tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type ||
           tag == DW_TAG_immutable_type || tag == DW_TAG_shared_type || tag == DW_TAG_packed_type;
}

bool msim_die_peel(Dwarf_Die *type, Dwarf_Die *plain)
{
    *plain = *type;
    for (unsigned i = 0; i < CHAIN; i++) {
        Dwarf_Die inner;
        if (!is_wrapper(dwarf_tag(plain)))
            return true;
        if (!msim_die_type(plain, &inner))
            return false;
        *plain = inner;
    }
    return false;
}

uint64_t msim_die_bytes(Dwarf_Die *type)
{
    uint64_t bytes = 0;
    Dwarf_Die plain;
    if (!msim_die_peel(type, &plain))
        return 0;
    int tag = dwarf_tag(&plain);
    if (!msim_die_number(&plain, DW_AT_byte_size, &bytes) &&
        (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
         tag == DW_TAG_rvalue_reference_type))
        bytes = POINTER_BYTES;
    return bytes;
}

unsigned msim_die_dimensions(Dwarf_Die *array, uint64_t length[static MSIM_MOST_DIMENSIONS])
{
    unsigned dimensions = 0;
    Dwarf_Die child;
    if (msim_die_child(array, &child))
        do {
            uint64_t count = 0, lower = 0;
            if (dwarf_tag(&child) != DW_TAG_subrange_type)
                continue;
            if (!msim_die_number(&child, DW_AT_count, &count) &&
                msim_die_number(&child, DW_AT_upper_bound, &count)) {
                msim_die_number(&child, DW_AT_lower_bound, &lower);
                count = count + 1 - lower;
            }
            /* A signed -1 that was read as a number of 4 bytes. */
            length[dimensions++] = count >= UINT32_MAX ? 0 : count;
        } while (dimensions < MSIM_MOST_DIMENSIONS && msim_die_next(&child));
    return dimensions;
}
