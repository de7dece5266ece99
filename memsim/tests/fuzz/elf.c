/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/elf ROUNDS FILE...: reads mutations of the files as executables, and disassembles what looks like
 * code in them; the sanitizers watch.  mutate.h says what else it takes.
 *
 * Besides the usual changes, fields become numbers that are near the limits of what is there.
 *
 * The corpus is a library of two functions and its stripped copy, small because of
 *     -nostdlib -Wl,-z,noseparate-code,-z,max-page-size=64,-z,norelro
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/code/disassembler.h"
#include "cmd/code/object.h"
#include "forms.h"

static const char words[] =
    "|\xff\xff\xff\xff\xff\xff\xff\xff|\x7f|\x01|\xff\xff\xff\x7f|GNU|\xff\x25\x01\x02\x03\x04"
    "|.plt|\177ELF\2\1";

static void disassemble(const struct msim_elf *elf, uint64_t address)
{
    struct msim_asm_instruction instruction;
    size_t left;
    const unsigned char *bytes = msim_elf_code(elf, address, &left);
    struct msim_disassembler *disassembler = msim_disassembler_open((unsigned)msim_any(2));
    if (bytes &&
        (bytes < elf->bytes || left > elf->size || (size_t)(bytes - elf->bytes) > elf->size - left))
        msim_fuzz_fail("code outside of the file");
    for (unsigned i = 0; disassembler && bytes && left && i < 100; i++) {
        if (!msim_disassemble(disassembler, bytes, left, address, &instruction))
            break;
        if (!instruction.length || instruction.length > left)
            msim_fuzz_fail("the length of an instruction");
        bytes += instruction.length;
        left -= instruction.length;
        address += instruction.length;
    }
    msim_disassembler_close(disassembler);
}

static void look_up(const struct msim_code_symbols *symbols, uint64_t address)
{
    const struct msim_elf_symbol *found = msim_code_symbols_find(symbols, address);
    if (found &&
        (found->address > address || (found->size && address - found->address >= found->size)))
        msim_fuzz_fail("a symbol that is elsewhere");
}

/* The bytes lie at the end of their room, so that the sanitizer sees the first one after them. */
static bool run_round(struct msim_bytes file)
{
    struct msim_elf elf;
    struct msim_code_symbols symbols = {.symbols = 0};
    char id[MSIM_BUILD_ID_ROOM];
    for (uint64_t changes = msim_any(4); changes > 0; changes--)
        msim_overwrite(&file, true);
    char *exact = msim_zeroed(file.size + !file.size, 1);
    memcpy(exact, file.at, file.size);
    free(file.at);
    bool good = !msim_elf_open(&elf, exact, file.size);
    if (good) {
        if (msim_elf_build_id(&elf, id) && strspn(id, "0123456789abcdef") != strlen(id))
            msim_fuzz_fail("a build id of other digits");
        msim_code_symbols_add(&symbols, &elf);
        msim_code_symbols_sort(&symbols);
        for (size_t i = 0; i < symbols.symbols && i < 8; i++) {
            disassemble(&elf, symbols.symbol[i].address);
            look_up(&symbols, symbols.symbol[i].address + msim_any(64));
        }
        disassemble(&elf, msim_any(file.size * 2));
        look_up(&symbols, msim_any(0));
    }
    msim_code_symbols_free(&symbols);
    free(exact);
    return good;
}

/* Says that there are more bytes than there are. */
static void plant(void)
{
    struct msim_bytes bytes = msim_mutant();
    struct msim_elf elf;
    char id[MSIM_BUILD_ID_ROOM];
    char *half = msim_zeroed(100, 1);
    memcpy(half, bytes.at, 100);
    if (!msim_elf_open(&elf, half, bytes.size))
        msim_elf_build_id(&elf, id);
    free(bytes.at);
    free(half);
}

const struct msim_fuzz msim_fuzz = {
    .words = words, .field_ends = "", .round = run_round, .plant = plant};
