/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instructions of a function, those that ran and those that did not; see asm.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "cmd/base/grow.h"

/* Code without symbols is shown on where it did not run, up to the next instruction that did, if
 * that is not farther away than this. */
enum { GAP = 128 };

/* --- objects ---------------------------------------------------------------------------------- */

/* Functions are named as in the profile, where names are demangled.  A cold part keeps its own
 * name. */
static void rename_symbols(const struct msim_asm *of, uint32_t object,
                           struct msim_code_symbols *symbols)
{
    const struct msim_elf_symbol *last = NULL;
    for (size_t i = 0; i < of->calls->costs; i++) {
        const struct msim_calls_cost *cost = &of->calls->cost[of->order[i]];
        if (of->calls->function[cost->function].object != object)
            continue;
        const struct msim_elf_symbol *found = msim_code_symbols_find(symbols, cost->address);
        const char *name = msim_calls_name(of->calls, cost->function);
        if (!found || found == last)
            continue;
        last = found;
        if (!found->in_table && !strstr(found->name, ".cold") && strcmp(name, "???") != 0 &&
            strncmp(name, "0x", 2) != 0)
            symbols->symbol[found - symbols->symbol].name = name;
    }
}

/* The object of the function; NULL: it is in none. */
static const struct msim_object_file *open_object(struct msim_asm *of, uint32_t function)
{
    uint32_t number = of->calls->function[function].object;
    const char *path = msim_calls_object(of->calls, function);
    struct msim_asm_object *its = &of->object[number];
    if (!strcmp(path, "???"))
        return NULL;
    if (!its->opened) {
        msim_object_open(&its->object, path, msim_calls_build_id(of->calls, function), &of->places);
        rename_symbols(of, number, &its->object.symbols);
        its->opened = true;
    }
    return &its->object;
}

/* Why the function is not disassembled; NULL: it is. */
static const char *reason(const struct msim_asm *of, const struct msim_object_file *object)
{
    if (!object)
        return "the code is in no file: the program made it while it ran, or the kernel did";
    if (!object->path)
        return object->why;
    if (!of->disassembler)
        return "memsim was built without Capstone; install libcapstone-dev, then configure and "
               "make again";
    return NULL;
}

/* --- rows ------------------------------------------------------------------------------------- */

static struct msim_asm_row *add_row(struct msim_asm_listing *listing, uint64_t address)
{
    struct msim_asm_row *row = MSIM_NEXT(listing->row, listing->rows);
    *row = (struct msim_asm_row){.address = address};
    return row;
}

static const struct msim_calls_cost *cost_at(const struct msim_asm *of, size_t place)
{
    return &of->calls->cost[of->order[place]];
}

/* Takes what the instruction at `place` costs and calls; returns the place after that. */
static size_t take_costs(const struct msim_asm_listing *listing, size_t place,
                         struct msim_asm_row *row)
{
    const struct msim_asm *of = listing->of;
    size_t events = of->calls->counts.events, end = listing->function->end;
    row->count = msim_zeroed(events, sizeof *row->count);
    row->file = cost_at(of, place)->file;
    row->line = cost_at(of, place)->line;
    for (; place < end && cost_at(of, place)->address == row->address &&
           cost_at(of, place)->callee == MSIM_NOTHING;
         place++) {
        const int64_t *count = of->calls->cost_count + of->order[place] * events;
        msim_counts_add(row->count, count, events);
    }
    row->first_call = place;
    while (place < end && cost_at(of, place)->address == row->address)
        place++;
    row->end_call = place;
    return place;
}

/* Only what ran, of code that cannot be read. */
static void list_costs(struct msim_asm_listing *listing)
{
    for (size_t at = listing->function->first; at < listing->function->end;)
        at = take_costs(listing, at, add_row(listing, cost_at(listing->of, at)->address));
}

/* The piece of code around an instruction that ran. */
struct piece {
    uint64_t from, end;
    bool whole; /* its symbol says where it ends */
};

static struct piece piece_at(const struct msim_asm_listing *listing, uint64_t address)
{
    const struct msim_elf_symbol *symbol =
        msim_code_symbols_find(&listing->object->symbols, address);
    if (symbol && symbol->size)
        return (struct piece){symbol->address, symbol->address + symbol->size, true};
    return (struct piece){address, address + 1, false};
}

/* Disassembles a piece.  `at` is the place of the first cost in it; returns that after the
 * piece. */
static size_t list_piece(struct msim_asm_listing *listing, size_t at)
{
    const struct msim_asm *of = listing->of;
    struct piece piece = piece_at(listing, cost_at(of, at)->address);
    bool begins = true;
    for (uint64_t address = piece.from; address < piece.end;) {
        size_t left, end = listing->function->end;
        uint64_t next = at < end ? cost_at(of, at)->address : UINT64_MAX;
        const unsigned char *bytes = msim_elf_code(&listing->object->elf, address, &left);
        if (!bytes)
            break;
        struct msim_asm_row *row = add_row(listing, address);
        row->begins = begins;
        begins = false;
        if (next == address) {
            at = take_costs(listing, at, row);
            next = at < end ? cost_at(of, at)->address : UINT64_MAX;
        }
        row->known = msim_disassemble(of->disassembler, bytes, left, address, &row->instruction);
        uint64_t length = row->known ? row->instruction.length : row->count ? next - address : 1;
        if (length > next - address) {
            /* Data between instructions: the next one that ran is known. */
            row->known = false;
            length = next - address;
        }
        address += length;
        if (!piece.whole && next != UINT64_MAX && next - address <= GAP)
            piece.end = next + 1;
    }
    return at;
}

void msim_asm_list(struct msim_asm_listing *listing, struct msim_asm *of, size_t function)
{
    const struct msim_asm_function *its = &of->function[function];
    const struct msim_object_file *object = open_object(of, its->function);
    *listing = (struct msim_asm_listing){
        .of = of, .function = its, .object = object, .why = reason(of, object)};
    if (listing->why) {
        list_costs(listing);
        return;
    }
    for (size_t at = its->first; at < its->end;) {
        size_t next = list_piece(listing, at);
        at = next > at ? next : take_costs(listing, at, add_row(listing, cost_at(of, at)->address));
    }
}

void msim_asm_list_free(struct msim_asm_listing *listing)
{
    for (size_t i = 0; i < listing->rows; i++)
        free(listing->row[i].count);
    free(listing->row);
    *listing = (struct msim_asm_listing){.of = NULL};
}

void msim_asm_place(const struct msim_asm_listing *listing, uint64_t address,
                    char place[static MSIM_ASM_PLACE])
{
    const struct msim_elf_symbol *symbol =
        listing->object ? msim_code_symbols_find(&listing->object->symbols, address) : NULL;
    *place = 0;
    if (!symbol)
        return;
    const char *table = symbol->in_table ? "@plt" : "";
    if (symbol->address == address)
        snprintf(place, MSIM_ASM_PLACE, "%.120s%s", symbol->name, table);
    else
        snprintf(place, MSIM_ASM_PLACE, "%.120s%s+0x%" PRIx64, symbol->name, table,
                 address - symbol->address);
}
