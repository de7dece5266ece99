/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads executables and libraries; see elf.h. */
#include "elf.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/numbers.h"

/* Copies what is at the offset, which need not be aligned; false: it is not all in the file. */
static bool get(const struct msim_elf *elf, uint64_t offset, void *to, size_t size)
{
    if (offset > elf->size || elf->size - offset < size)
        return false;
    memcpy(to, elf->bytes + offset, size);
    return true;
}

/* Element `number` of a table of elements of `each` bytes. */
static bool get_element(const struct msim_elf *elf, uint64_t table, uint64_t number, void *to,
                        size_t each)
{
    uint64_t offset;
    return !__builtin_mul_overflow(number, each, &offset) &&
           !__builtin_add_overflow(offset, table, &offset) && get(elf, offset, to, each);
}

static bool get_segment(const struct msim_elf *elf, unsigned number, Elf64_Phdr *segment)
{
    return get_element(elf, elf->segments_at, number, segment, sizeof *segment);
}

static bool get_section(const struct msim_elf *elf, unsigned number, Elf64_Shdr *section)
{
    return number < elf->sections &&
           get_element(elf, elf->sections_at, number, section, sizeof *section);
}

const char *msim_elf_open(struct msim_elf *elf, const void *bytes, size_t size)
{
    Elf64_Ehdr head;
    Elf64_Shdr first;
    *elf = (struct msim_elf){.bytes = bytes, .size = size};
    if (size < sizeof head || memcmp(bytes, ELFMAG, SELFMAG) != 0)
        return "not an ELF file";
    memcpy(&head, bytes, sizeof head);
    if (head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_ident[EI_DATA] != ELFDATA2LSB ||
        head.e_machine != EM_X86_64)
        return "not for x86-64";
    if ((head.e_phnum && head.e_phentsize != sizeof(Elf64_Phdr)) ||
        (head.e_shnum && head.e_shentsize != sizeof(Elf64_Shdr)))
        return "damaged: headers of another size";
    elf->segments_at = head.e_phoff;
    elf->segments = head.e_phnum;
    elf->sections_at = head.e_shoff;
    elf->sections = head.e_shnum;
    /* More sections than the field can say. */
    if (head.e_shoff && !head.e_shnum && get(elf, head.e_shoff, &first, sizeof first))
        elf->sections = first.sh_size < UINT32_MAX ? (unsigned)first.sh_size : 0;
    return NULL;
}

/* --- build id
 * ----------------------------------------------------------------------------------- */

static bool find_note(const struct msim_elf *elf, uint64_t at, uint64_t size, uint64_t align,
                      char *id)
{
    Elf64_Nhdr note;
    char name[4];
    uint64_t end;
    if (__builtin_add_overflow(at, size, &end) || end > elf->size)
        return false;
    align = align == 8 ? 8 : 4;
    while (end - at >= sizeof note && get(elf, at, &note, sizeof note)) {
        uint64_t name_at = at + sizeof note;
        uint64_t value_at = name_at + msim_round_up(note.n_namesz, align);
        uint64_t next = value_at + msim_round_up(note.n_descsz, align);
        bool is_id = note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof name &&
                     get(elf, name_at, name, sizeof name) && !memcmp(name, "GNU", sizeof name);
        if (is_id && note.n_descsz && 2 * note.n_descsz < MSIM_BUILD_ID_ROOM &&
            value_at + note.n_descsz <= end) {
            for (size_t i = 0; i < note.n_descsz; i++)
                snprintf(id + 2 * i, 3, "%02x", elf->bytes[value_at + i]);
            return true;
        }
        if (next >= end)
            return false;
        at = next;
    }
    return false;
}

bool msim_elf_build_id(const struct msim_elf *elf, char id[static MSIM_BUILD_ID_ROOM])
{
    Elf64_Phdr segment;
    Elf64_Shdr section;
    for (unsigned i = 0; i < elf->segments && get_segment(elf, i, &segment); i++)
        if (segment.p_type == PT_NOTE &&
            find_note(elf, segment.p_offset, segment.p_filesz, segment.p_align, id))
            return true;
    /* Files of debug information have segments without contents. */
    for (unsigned i = 0; get_section(elf, i, &section); i++)
        if (section.sh_type == SHT_NOTE &&
            find_note(elf, section.sh_offset, section.sh_size, section.sh_addralign, id))
            return true;
    return false;
}

/* --- code
 * --------------------------------------------------------------------------------------- */

/* From a segment with all of these flags. */
static const unsigned char *loaded(const struct msim_elf *elf, uint64_t address, unsigned flags,
                                   size_t *left)
{
    Elf64_Phdr segment;
    *left = 0;
    for (unsigned i = 0; i < elf->segments && get_segment(elf, i, &segment); i++) {
        uint64_t within = address - segment.p_vaddr, offset;
        if (segment.p_type != PT_LOAD || (segment.p_flags & flags) != flags ||
            address < segment.p_vaddr || within >= segment.p_filesz)
            continue;
        if (__builtin_add_overflow(segment.p_offset, within, &offset) || offset >= elf->size)
            return NULL;
        uint64_t rest = segment.p_filesz - within, there = elf->size - offset;
        *left = (size_t)(rest < there ? rest : there);
        return elf->bytes + offset;
    }
    return NULL;
}

const unsigned char *msim_elf_code(const struct msim_elf *elf, uint64_t address, size_t *left)
{
    return loaded(elf, address, PF_X, left);
}

const unsigned char *msim_elf_loaded(const struct msim_elf *elf, uint64_t address, size_t *left)
{
    return loaded(elf, address, 0, left);
}

static void take_words(const struct msim_elf *elf, const Elf64_Phdr *segment,
                       void (*take)(void *context, uint64_t address), void *context)
{
    uint64_t word;
    for (uint64_t at = 0; at + sizeof word <= segment->p_filesz &&
                          get_element(elf, segment->p_offset, at / sizeof word, &word, sizeof word);
         at += sizeof word)
        if (word)
            take(context, word);
}

void msim_elf_addresses(const struct msim_elf *elf, void (*take)(void *context, uint64_t address),
                        void *context)
{
    Elf64_Phdr segment;
    Elf64_Shdr section;
    Elf64_Rela relocation;
    for (unsigned i = 0; i < elf->segments && get_segment(elf, i, &segment); i++)
        if (segment.p_type == PT_LOAD && !(segment.p_flags & PF_X))
            take_words(elf, &segment, take, context);
    for (unsigned i = 0; get_section(elf, i, &section); i++) {
        if (section.sh_type != SHT_RELA)
            continue;
        for (uint64_t n = 0; n < section.sh_size / sizeof relocation &&
                             get_element(elf, section.sh_offset, n, &relocation, sizeof relocation);
             n++)
            if (ELF64_R_TYPE(relocation.r_info) == R_X86_64_RELATIVE)
                take(context, (uint64_t)relocation.r_addend);
    }
}

/* --- symbols
 * ------------------------------------------------------------------------------------ */

/* A string of a table of strings; NULL: none. */
static const char *string_at(const struct msim_elf *elf, const Elf64_Shdr *table, uint64_t at)
{
    uint64_t from;
    if (table->sh_type != SHT_STRTAB || at >= table->sh_size ||
        __builtin_add_overflow(table->sh_offset, at, &from) || from >= elf->size)
        return NULL;
    uint64_t room = table->sh_size - at, there = elf->size - from;
    const char *text = (const char *)elf->bytes + from;
    return memchr(text, 0, (size_t)(room < there ? room : there)) ? text : NULL;
}

struct visit {
    void (*take)(void *context, const struct msim_elf_symbol *symbol);
    void *context;
    bool threads; /* thread-local variables alone */
};

/* Names without a type are marks of the linker, unless they stand in code. */
static bool is_wanted(const struct msim_elf *elf, const Elf64_Sym *symbol, bool threads)
{
    Elf64_Shdr section;
    unsigned type = ELF64_ST_TYPE(symbol->st_info);
    if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE)
        return false;
    if (threads)
        return type == STT_TLS;
    return type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT ||
           (type == STT_NOTYPE && get_section(elf, symbol->st_shndx, &section) &&
            section.sh_flags & SHF_EXECINSTR);
}

static void take_symbols(const struct msim_elf *elf, const Elf64_Shdr *table,
                         const struct visit *visit)
{
    Elf64_Shdr strings;
    Elf64_Sym symbol;
    if (!get_section(elf, table->sh_link, &strings))
        return;
    for (uint64_t i = 0; i < table->sh_size / sizeof symbol &&
                         get_element(elf, table->sh_offset, i, &symbol, sizeof symbol);
         i++) {
        const char *name = string_at(elf, &strings, symbol.st_name);
        if (!is_wanted(elf, &symbol, visit->threads) || !name || !*name)
            continue;
        struct msim_elf_symbol taken = {name, symbol.st_value, symbol.st_size, false};
        visit->take(visit->context, &taken);
    }
}

/* --- linkage tables
 * ----------------------------------------------------------------------------- */

/* The cells of the global offset table that hold addresses of functions, by address. */
struct cell {
    uint64_t address;
    const char *name;
};

struct cells {
    struct cell *cell;
    size_t cells;
};

static void add_cells(struct cells *cells, const struct msim_elf *elf,
                      const Elf64_Shdr *relocations)
{
    Elf64_Rela relocation;
    Elf64_Shdr symbols, strings;
    Elf64_Sym symbol;
    if (!get_section(elf, relocations->sh_link, &symbols) ||
        !get_section(elf, symbols.sh_link, &strings))
        return;
    for (uint64_t i = 0;
         i < relocations->sh_size / sizeof relocation &&
         get_element(elf, relocations->sh_offset, i, &relocation, sizeof relocation);
         i++) {
        uint64_t type = ELF64_R_TYPE(relocation.r_info);
        if ((type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) ||
            !get_element(elf, symbols.sh_offset, ELF64_R_SYM(relocation.r_info), &symbol,
                         sizeof symbol))
            continue;
        MSIM_PUSH(cells->cell, cells->cells,
                  (struct cell){relocation.r_offset, string_at(elf, &strings, symbol.st_name)});
    }
}

static struct cells find_cells(const struct msim_elf *elf)
{
    struct cells cells = {NULL, 0};
    Elf64_Shdr section;
    for (unsigned i = 0; get_section(elf, i, &section); i++)
        if (section.sh_type == SHT_RELA)
            add_cells(&cells, elf, &section);
    msim_sort(cells.cell, cells.cells, sizeof *cells.cell, msim_by_key);
    return cells;
}

static const char *name_of_cell(const struct cells *cells, uint64_t address)
{
    struct cell wanted = {address, NULL};
    const struct cell *found = cells->cells && address ? bsearch(&wanted, cells->cell, cells->cells,
                                                                 sizeof wanted, msim_by_key)
                                                       : NULL;
    return found ? found->name : NULL;
}

/* The cell that the entry jumps through, by "jmp *cell(%rip)"; 0: no such instruction is there. */
static uint64_t cell_of(const unsigned char *entry, size_t size, uint64_t address)
{
    int32_t distance;
    enum { LENGTH = 6 };
    for (size_t i = 0; i + LENGTH <= size; i++)
        if (entry[i] == 0xff && entry[i + 1] == 0x25) {
            memcpy(&distance, entry + i + 2, sizeof distance);
            return address + i + LENGTH + (uint64_t)(int64_t)distance;
        }
    return 0;
}

static void take_table(const struct msim_elf *elf, const Elf64_Shdr *table,
                       const struct cells *cells, const struct visit *visit)
{
    enum { ENTRY = 16, MOST = 1 << 16 };
    uint64_t each = table->sh_entsize >= 8 ? table->sh_entsize : ENTRY;
    for (uint64_t at = 0, n = 0; at + each <= table->sh_size && n < MOST; at += each, n++) {
        size_t left;
        uint64_t address = table->sh_addr + at;
        const unsigned char *entry = msim_elf_code(elf, address, &left);
        uint64_t cell = entry ? cell_of(entry, left < each ? left : each, address) : 0;
        const char *name = name_of_cell(cells, cell);
        if (name && *name) {
            struct msim_elf_symbol taken = {name, address, each, true};
            visit->take(visit->context, &taken);
        }
    }
}

static bool is_table(const struct msim_elf *elf, const Elf64_Shdr *section)
{
    Elf64_Ehdr head;
    Elf64_Shdr names;
    memcpy(&head, elf->bytes, sizeof head);
    if (section->sh_type != SHT_PROGBITS || !get_section(elf, head.e_shstrndx, &names))
        return false;
    const char *name = string_at(elf, &names, section->sh_name);
    return name && (!strcmp(name, ".plt") || !strncmp(name, ".plt.", 5));
}

void msim_elf_symbols(const struct msim_elf *elf,
                      void (*take)(void *context, const struct msim_elf_symbol *symbol),
                      void *context)
{
    struct visit visit = {take, context, false};
    struct cells cells = find_cells(elf);
    Elf64_Shdr section;
    for (unsigned i = 0; get_section(elf, i, &section); i++) {
        if (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM)
            take_symbols(elf, &section, &visit);
        else if (is_table(elf, &section))
            take_table(elf, &section, &cells, &visit);
    }
    free(cells.cell);
}

/* --- thread-local variables
 * --------------------------------------------------------------------- */

void msim_elf_thread_symbols(const struct msim_elf *elf,
                             void (*take)(void *context, const struct msim_elf_symbol *symbol),
                             void *context)
{
    struct visit visit = {take, context, true};
    Elf64_Shdr section;
    for (unsigned i = 0; get_section(elf, i, &section); i++)
        if (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM)
            take_symbols(elf, &section, &visit);
}

/* A position-independent executable looks like a library; it says itself what it is, or, if it is
 * from an old linker, it names an interpreter but not itself. */
static bool is_executable(const struct msim_elf *elf)
{
    Elf64_Ehdr head;
    Elf64_Phdr segment;
    Elf64_Dyn entry;
    bool interpreted = false, named = false;
    memcpy(&head, elf->bytes, sizeof head);
    if (head.e_type == ET_EXEC)
        return true;
    for (unsigned i = 0; i < elf->segments && get_segment(elf, i, &segment); i++) {
        interpreted = interpreted || segment.p_type == PT_INTERP;
        if (segment.p_type != PT_DYNAMIC)
            continue;
        for (uint64_t n = 0;
             n < segment.p_filesz / sizeof entry &&
             get_element(elf, segment.p_offset, n, &entry, sizeof entry) && entry.d_tag != DT_NULL;
             n++) {
            if (entry.d_tag == DT_FLAGS_1 && entry.d_un.d_val & DF_1_PIE)
                return true;
            named = named || entry.d_tag == DT_SONAME;
        }
    }
    return interpreted && !named;
}

/* Variant II of the ABI: the executable's segment ends at the thread pointer, which is aligned as
 * the segment is. */
void msim_elf_thread(const struct msim_elf *elf, struct msim_elf_thread *thread)
{
    Elf64_Phdr segment;
    *thread = (struct msim_elf_thread){.bytes = 0};
    for (unsigned i = 0; i < elf->segments && get_segment(elf, i, &segment); i++)
        if (segment.p_type == PT_TLS) {
            uint64_t align = segment.p_align ? segment.p_align : 1;
            uint64_t rest = (align - (segment.p_vaddr + segment.p_memsz) % align) % align;
            thread->address = segment.p_vaddr;
            thread->bytes = segment.p_memsz;
            thread->distance = segment.p_memsz + rest;
            thread->is_first = is_executable(elf);
            return;
        }
}
