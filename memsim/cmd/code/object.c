/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds objects, and their symbols by address; see object.h. */
#define _GNU_SOURCE
#include "object.h"

#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/files/lines.h"
#include "engine/base/sort.h"

enum { PATH_SHOWN = 200, ID_SHOWN = 12 };

__attribute__((format(printf, 2, 3))) static char *made(bool in_use, const char *format, ...)
{
    va_list values;
    char *text = NULL;
    va_start(values, format);
    if (!in_use || vasprintf(&text, format, values) < 0)
        text = NULL;
    va_end(values);
    return text;
}

/* The bytes of a regular file; NULL: see errno. */
static char *read_file(const char *path, size_t *size)
{
    struct stat is;
    if (stat(path, &is) != 0)
        return NULL;
    if (!S_ISREG(is.st_mode)) {
        errno = S_ISDIR(is.st_mode) ? EISDIR : EINVAL;
        return NULL;
    }
    return msim_read_all(path, size);
}

/* Keeps the first reason, unless it is only that there is no such file. */
__attribute__((format(printf, 3, 4))) static void refuse(struct msim_object_file *object, bool weak,
                                                         const char *format, ...)
{
    va_list values;
    if (*object->why && weak)
        return;
    va_start(values, format);
    vsnprintf(object->why, sizeof object->why, format, values);
    va_end(values);
}

/* Tries a file; true: it is the one. */
static bool try_file(struct msim_object_file *object, const char *path, const char *id,
                     const char *option)
{
    char shown[PATH_SHOWN];
    size_t size;
    msim_utf8_clean(shown, sizeof shown, path, 150);
    char *bytes = read_file(path, &size);
    if (!bytes) {
        refuse(object, errno == ENOENT || errno == ENOTDIR, "%s: %s; %s looks in DIR, too", shown,
               strerror(errno), option);
        return false;
    }
    const char *wrong = msim_elf_open(&object->elf, bytes, size);
    if (!wrong && !msim_elf_build_id(&object->elf, object->id))
        *object->id = 0;
    if (!wrong && (!id || !strcmp(object->id, id))) {
        object->path = msim_copy(path);
        object->bytes = bytes;
        *object->why = 0;
        object->is_other = false;
        return true;
    }
    object->is_other |= !wrong;
    if (wrong)
        refuse(object, false, "%s: %s", shown, wrong);
    else if (*object->id)
        refuse(object, false,
               "%s is another file now: its build id is %.*s..., that of the run %.*s...; %s looks "
               "in DIR, too",
               shown, ID_SHOWN, object->id, ID_SHOWN, id, option);
    else
        refuse(object, false,
               "%s is another file now: it has no build id, that of the run is %.*s...; %s "
               "looks in DIR, too",
               shown, ID_SHOWN, id, option);
    free(bytes);
    return false;
}

/* Below a folder, with its whole path, then with fewer and fewer leading folders. */
static bool try_folder(struct msim_object_file *object, const char *folder, const char *path,
                       const char *id, const char *option)
{
    bool found = false;
    for (const char *at = path; at && !found; at = strchr(at, '/')) {
        at += strspn(at, "/");
        char *name = made(*at, "%s/%s", folder, at);
        found = name && try_file(object, name, id, option);
        free(name);
    }
    return found;
}

static bool find_code(struct msim_object_file *object, const char *path, const char *id,
                      const struct msim_object_places *places)
{
    const char *option = places->option ? places->option : "-I DIR";
    bool found = try_file(object, path, id, option);
    for (size_t i = 0; i < places->folders && !found; i++)
        found = try_folder(object, places->folder[i], path, id, option);
    return found;
}

/* Reads the symbols that were put apart. */
static void read_debug_file(struct msim_object_file *object)
{
    struct msim_elf elf;
    char id[MSIM_BUILD_ID_ROOM];
    size_t size;
    char *path = made(strlen(object->id) > 2, "/usr/lib/debug/.build-id/%.2s/%s.debug", object->id,
                      object->id + 2);
    object->debug_bytes = path ? read_file(path, &size) : NULL;
    free(path);
    if (!object->debug_bytes || msim_elf_open(&elf, object->debug_bytes, size) ||
        !msim_elf_build_id(&elf, id) || strcmp(id, object->id) != 0)
        return;
    msim_code_symbols_add(&object->symbols, &elf);
}

void msim_object_open(struct msim_object_file *object, const char *path, const char *id,
                      const struct msim_object_places *places)
{
    *object = (struct msim_object_file){.path = NULL};
    if (!find_code(object, path, id, places))
        return;
    msim_code_symbols_add(&object->symbols, &object->elf);
    read_debug_file(object);
    msim_code_symbols_sort(&object->symbols);
}

void msim_object_close(struct msim_object_file *object)
{
    msim_code_symbols_free(&object->symbols);
    MSIM_FREE(object->path, object->bytes, object->debug_bytes);
    *object = (struct msim_object_file){.path = NULL};
}

/* --- Where it is mapped ------------------------------------------------------------------- */

bool msim_bias(const struct msim_elf *elf, uint64_t first, uint64_t offset, uint64_t *bias)
{
    for (unsigned i = 0; i < elf->segments; i++) {
        Elf64_Phdr header;
        uint64_t at = elf->segments_at + i * sizeof header;
        if (at > elf->size || elf->size - at < sizeof header)
            return false;
        memcpy(&header, elf->bytes + at, sizeof header);
        uint64_t from = header.p_offset & ~UINT64_C(4095);
        if (header.p_type != PT_LOAD || offset < from ||
            offset >= header.p_offset + header.p_filesz)
            continue;
        *bias = first - offset - (header.p_vaddr - header.p_offset);
        return true;
    }
    return false;
}

bool msim_bias_of_file(const char *path, uint64_t address, uint64_t offset, uint64_t *bias)
{
    struct msim_object_file object = {0};
    struct msim_object_places places = {.folders = 0};
    msim_object_open(&object, path, NULL, &places);
    bool found = object.path && msim_bias(&object.elf, address, offset, bias);
    msim_object_close(&object);
    return found;
}

/* --- Symbols ------------------------------------------------------------------------------ */

static void take(void *context, const struct msim_elf_symbol *symbol)
{
    struct msim_code_symbols *symbols = context;
    MSIM_PUSH(symbols->symbol, symbols->symbols, *symbol);
}

void msim_code_symbols_add(struct msim_code_symbols *symbols, const struct msim_elf *elf)
{
    msim_elf_symbols(elf, take, symbols);
}

void msim_code_symbols_add_threads(struct msim_code_symbols *symbols, const struct msim_elf *elf)
{
    msim_elf_thread_symbols(elf, take, symbols);
}

static int underscores(const char *name)
{
    return (int)strspn(name, "_");
}

/* By address.  Of several names of one function, the best one is the last: with a size, with few
 * underscores in front (puts, not _IO_puts), the first one by letters. */
static int compare(const void *one, const void *other)
{
    const struct msim_elf_symbol *a = one, *b = other;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    if (!a->size != !b->size)
        return a->size ? 1 : -1;
    if (underscores(a->name) != underscores(b->name))
        return underscores(b->name) - underscores(a->name);
    return strcmp(b->name, a->name);
}

void msim_code_symbols_sort(struct msim_code_symbols *symbols)
{
    msim_sort(symbols->symbol, symbols->symbols, sizeof *symbols->symbol, compare);
}

const struct msim_elf_symbol *msim_code_symbols_find(const struct msim_code_symbols *symbols,
                                                     uint64_t address)
{
    size_t from = msim_keys_up_to(symbols->symbol, symbols->symbols, sizeof *symbols->symbol,
                                  offsetof(struct msim_elf_symbol, address), address);
    if (!from)
        return NULL;
    const struct msim_elf_symbol *found = &symbols->symbol[from - 1];
    return found->size && address - found->address >= found->size ? NULL : found;
}

void msim_code_symbols_free(struct msim_code_symbols *symbols)
{
    free(symbols->symbol);
    *symbols = (struct msim_code_symbols){0};
}
