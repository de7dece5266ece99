/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the orders of present.h. */
#include "present.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "engine/base/sort.h"

/* Reads the symbols of ELF files; every offset is checked before it is used. */

struct msim_symbols {
    const unsigned char *file;
    uint64_t bytes;
    const Elf64_Ehdr *head;
    const Elf64_Sym **function; /* by address; at the same address, in the order of the table */
    const char *names;
    uint64_t functions, names_bytes;
};

static const void *at(const struct msim_symbols *symbols, uint64_t offset, uint64_t count,
                      uint64_t each)
{
    bool fits =
        offset <= symbols->bytes && offset % 8 == 0 && count <= (symbols->bytes - offset) / each;
    return fits ? symbols->file + offset : NULL;
}

static int by_address(const void *a, const void *b)
{
    const Elf64_Sym *one = *(const Elf64_Sym *const *)a, *other = *(const Elf64_Sym *const *)b;
    if (one->st_value != other->st_value)
        return (one->st_value > other->st_value) - (one->st_value < other->st_value);
    return (one > other) - (one < other);
}

static void take_functions(struct msim_symbols *symbols, const Elf64_Sym *table, uint64_t count)
{
    for (const Elf64_Sym *symbol = table; symbol < table + count; symbol++) {
        if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || !symbol->st_size ||
            symbol->st_name >= symbols->names_bytes)
            continue;
        MSIM_PUSH(symbols->function, symbols->functions, symbol);
    }
    msim_sort(symbols->function, symbols->functions, sizeof *symbols->function, by_address);
}

static bool find_table(struct msim_symbols *symbols)
{
    const Elf64_Ehdr *head = symbols->head = at(symbols, 0, 1, sizeof *head);
    if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_ident[EI_CLASS] != ELFCLASS64)
        return false;
    const Elf64_Shdr *section = at(symbols, head->e_shoff, head->e_shnum, sizeof *section);
    for (unsigned i = 0; section && i < head->e_shnum; i++) {
        if (section[i].sh_type != SHT_SYMTAB || section[i].sh_link >= head->e_shnum)
            continue;
        const Elf64_Shdr *names = &section[section[i].sh_link];
        uint64_t count = section[i].sh_size / sizeof(Elf64_Sym);
        const Elf64_Sym *table = at(symbols, section[i].sh_offset, count, sizeof *table);
        if (names->sh_offset > symbols->bytes ||
            names->sh_size > symbols->bytes - names->sh_offset || !names->sh_size)
            return false;
        symbols->names = (const char *)symbols->file + names->sh_offset;
        symbols->names_bytes = names->sh_size;
        if (!table || symbols->names[symbols->names_bytes - 1])
            return false;
        take_functions(symbols, table, count);
        return true;
    }
    return false;
}

struct msim_symbols *msim_symbols_read(const char *name)
{
    struct stat stat;
    /* A list may name a pipe, which must not block. */
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return NULL;
    struct msim_symbols *symbols = msim_zeroed(1, sizeof *symbols);
    void *file = fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) && stat.st_size
                     ? mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, fd, 0)
                     : MAP_FAILED;
    close(fd);
    symbols->file = file;
    symbols->bytes = file != MAP_FAILED ? (uint64_t)stat.st_size : 0;
    if (file != MAP_FAILED && find_table(symbols))
        return symbols;
    msim_symbols_free(symbols);
    return NULL;
}

void msim_symbols_free(struct msim_symbols *symbols)
{
    if (symbols && symbols->bytes)
        munmap((void *)symbols->file, symbols->bytes);
    if (symbols)
        free(symbols->function);
    free(symbols);
}

/* The address of the byte at `offset`, relative to where the loader puts the file. */
static bool address_of(const struct msim_symbols *symbols, uint64_t offset, uint64_t *address)
{
    const Elf64_Ehdr *head = symbols->head;
    const Elf64_Phdr *part = at(symbols, head->e_phoff, head->e_phnum, sizeof *part);
    for (unsigned i = 0; part && i < head->e_phnum; i++)
        if (part[i].p_type == PT_LOAD && part[i].p_flags & PF_X && offset >= part[i].p_offset &&
            offset - part[i].p_offset < part[i].p_filesz) {
            *address = part[i].p_vaddr + (offset - part[i].p_offset);
            return true;
        }
    return false;
}

struct wanted {
    const struct msim_symbols *symbols;
    uint64_t address;
};

static bool begins_until(const void *context, uint64_t number)
{
    const struct wanted *wanted = context;
    return wanted->symbols->function[number]->st_value <= wanted->address;
}

/* The first function that begins after the address. */
static uint64_t first_behind(const struct msim_symbols *symbols, uint64_t address)
{
    struct wanted wanted = {symbols, address};
    return msim_search(symbols->functions, begins_until, &wanted);
}

const char *msim_symbol_at(const struct msim_symbols *symbols, uint64_t offset)
{
    uint64_t address;
    if (!address_of(symbols, offset, &address))
        return NULL;
    uint64_t behind = first_behind(symbols, address);
    if (!behind)
        return NULL;
    /* If a place has several names, take the first whose function is long enough. */
    uint64_t start = symbols->function[behind - 1]->st_value, i = behind;
    while (i > 0 && symbols->function[i - 1]->st_value == start)
        i--;
    for (; i < behind; i++)
        if (address - start < symbols->function[i]->st_size)
            return symbols->names + symbols->function[i]->st_name;
    return NULL;
}

struct form {
    const char *head, *before, *between, *after, *end;
    const char *special; /* characters with a meaning of their own, which names must not contain */
};

/* GNU ld: a script for -T, in addition to ld's own. */
static const struct form forms[] = {
    [MSIM_LLD] = {"", "", "", "\n", "", ""},
    [MSIM_GOLD] = {"", "", "\n", "\n", "", "*?[]{}()\"\\"},
    [MSIM_GNU_LD] = {"SECTIONS\n{\n  .text.ordered :\n  {\n", "    *(", " ", ")\n",
                     "  }\n}\nINSERT BEFORE .text;\n", "*?[]{}();,\"\\"},
};

uint32_t msim_paged_named(const struct msim_paged *paged, const char *wanted)
{
    for (size_t i = 0; i < paged->functions; i++) {
        uint32_t object = paged->function[i].object;
        if (!strcmp(msim_base_name(paged->object.name[object]), msim_base_name(wanted)))
            return object;
    }
    return MSIM_NOTHING;
}

/* Whether a name contains none of the forbidden characters, and no blank or control character. */
static bool is_free_of(const char *name, const char *forbidden)
{
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f || strchr(forbidden, *c))
            return false;
    return *name != 0;
}

/* The linker's name for the function, or NULL.  Names in C are the same for the linker; others are
 * known only from the file. */
static const char *name_of(const struct msim_symbols *symbols, const struct form *form,
                           const struct msim_paged_function *function)
{
    const char *symbol = symbols ? msim_symbol_at(symbols, function->offset) : NULL;
    if (symbol && is_free_of(symbol, form->special))
        return symbol;
    return is_free_of(function->name, "()<>:~,*?[]{};&'\"\\") ? function->name : NULL;
}

/* Writes the sections into which compilers put a function; the part that they expect never to run
 * has a section and a name of its own. */
static void put_sections(const struct form *form, const char *name, FILE *to)
{
    static const char *const parts[] = {"", "hot.", "startup."}, cold[] = ".cold";
    size_t bytes = strlen(name), tail = sizeof cold - 1;
    if (bytes > tail && !strcmp(name + bytes - tail, cold)) {
        fprintf(to, ".text.unlikely.%.*s", (int)(bytes - tail), name);
        return;
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        fprintf(to, "%s.text.%s%s", i ? form->between : "", parts[i], name);
}

static void put_function(enum msim_linker linker, const char *name, FILE *to)
{
    const struct form *form = &forms[linker];
    fputs(form->before, to);
    if (linker == MSIM_LLD)
        fputs(name, to);
    else
        put_sections(form, name, to);
    fputs(form->after, to);
}

void msim_paged_order(const struct msim_paged *paged, uint32_t object, enum msim_linker linker,
                      FILE *to)
{
    struct msim_symbols *symbols = msim_symbols_read(paged->object.name[object]);
    const struct form *form = &forms[linker];
    struct msim_names names = {0};
    fputs(form->head, to);
    for (size_t i = 0; i < paged->functions; i++) {
        const struct msim_paged_function *function = &paged->function[i];
        size_t written = names.count;
        const char *name = function->object == object ? name_of(symbols, form, function) : NULL;
        if (name && msim_names_number(&names, name) == written)
            put_function(linker, name, to);
    }
    fputs(form->end, to);
    msim_names_free(&names);
    msim_symbols_free(symbols);
}
