/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Objects, their symbols, and what is asked of their debugging information; see types.h. */
#include "types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/code/object.h"
#include "inside.h"

struct object {
    char *path;
    struct msim_object_file code;
    struct msim_debug *debug;
    char why[500];                           /* "": it has debugging information */
    struct msim_elf_thread thread;           /* its thread-local segment */
    struct msim_code_symbols thread_symbols; /* by offset in that */
};

/* The build id that an object must have. */
struct expected {
    char *path, *id;
};

struct msim_types {
    struct msim_types_store store;
    struct object **object; /* those that were asked for */
    size_t objects, last;
    char **folder;
    size_t folders;
    struct expected *expected;
    size_t expecteds;
};

/* --- all of them ------------------------------------------------------------------------------ */

struct msim_types *msim_types_new(void)
{
    return msim_zeroed(1, sizeof(struct msim_types));
}

void msim_types_free(struct msim_types *types)
{
    if (!types)
        return;
    for (size_t i = 0; i < types->objects; i++) {
        struct object *object = types->object[i];
        msim_debug_close(object->debug);
        msim_code_symbols_free(&object->thread_symbols);
        msim_object_close(&object->code);
        MSIM_FREE(object->path, object);
    }
    for (size_t i = 0; i < types->folders; i++)
        free(types->folder[i]);
    for (size_t i = 0; i < types->expecteds; i++)
        MSIM_FREE(types->expected[i].path, types->expected[i].id);
    free(types->expected);
    msim_types_store_free(&types->store);
    MSIM_FREE(types->object, types->folder, types);
}

void msim_types_folder(struct msim_types *types, const char *folder)
{
    MSIM_PUSH(types->folder, types->folders, msim_copy(folder));
}

/* --- objects ---------------------------------------------------------------------------------- */

void msim_types_expect(struct msim_types *types, const char *path, const char *id)
{
    MSIM_PUSH(types->expected, types->expecteds, (struct expected){msim_copy(path), msim_copy(id)});
}

static const char *expected_id(const struct msim_types *types, const char *path)
{
    for (size_t i = 0; i < types->expecteds; i++)
        if (!strcmp(types->expected[i].path, path))
            return types->expected[i].id;
    return NULL;
}

static struct object *open_object(struct msim_types *types, const char *path)
{
    struct object *made = msim_zeroed(1, sizeof *made);
    struct msim_object_places places = {(const char *const *)types->folder, types->folders,
                                        "--debug-dir=DIR"};
    made->path = msim_copy(path);
    msim_object_open(&made->code, path, expected_id(types, path), &places);
    if (!made->code.path) {
        snprintf(made->why, sizeof made->why, "%s", made->code.why);
        return made;
    }
    msim_elf_thread(&made->code.elf, &made->thread);
    msim_code_symbols_add_threads(&made->thread_symbols, &made->code.elf);
    msim_code_symbols_sort(&made->thread_symbols);
    made->debug = msim_debug_open(&types->store, &made->code, &places, made->why, sizeof made->why);
    return made;
}

/* Each is opened when it is first asked for; the last one is mostly asked for again. */
static struct object *object_of(struct msim_types *types, const char *path)
{
    if (types->last < types->objects && !strcmp(types->object[types->last]->path, path))
        return types->object[types->last];
    for (size_t i = 0; i < types->objects; i++)
        if (!strcmp(types->object[i]->path, path)) {
            types->last = i;
            return types->object[i];
        }
    types->object = msim_room(types->object, types->objects, sizeof *types->object);
    types->object[types->objects] = open_object(types, path);
    types->last = types->objects;
    return types->object[types->objects++];
}

const char *msim_types_lack(struct msim_types *types, const char *path)
{
    const struct object *object = object_of(types, path);
    return *object->why ? object->why : NULL;
}

const char *msim_types_other(struct msim_types *types, const char *path)
{
    const struct object *object = object_of(types, path);
    return object->code.is_other ? object->why : NULL;
}

const char *msim_types_no_reader(void)
{
    return msim_debug_no_reader();
}

/* --- variables -------------------------------------------------------------------------------- */

static bool by_symbol(const struct msim_code_symbols *symbols, uint64_t address,
                      struct msim_variable *variable)
{
    const struct msim_elf_symbol *symbol = msim_code_symbols_find(symbols, address);
    if (!symbol || !symbol->size || symbol->in_table)
        return false;
    *variable = (struct msim_variable){
        .name = symbol->name, .start = symbol->address, .bytes = symbol->size};
    return true;
}

bool msim_types_variable(struct msim_types *types, const char *path, uint64_t address,
                         struct msim_variable *variable)
{
    const struct object *object = object_of(types, path);
    return (object->debug && msim_debug_variable(object->debug, address, false, variable)) ||
           by_symbol(&object->code.symbols, address, variable);
}

bool msim_types_tls(struct msim_types *types, const char *path, int64_t offset,
                    struct msim_variable *variable)
{
    const struct object *object = object_of(types, path);
    if (!object->thread.is_first || offset >= 0)
        return false;
    /* An executable's segment ends at the thread pointer. */
    uint64_t within = object->thread.distance + (uint64_t)offset;
    if (within >= object->thread.bytes ||
        (!(object->debug && msim_debug_variable(object->debug, within, true, variable)) &&
         !by_symbol(&object->thread_symbols, within, variable)))
        return false;
    variable->start -= object->thread.distance;
    return true;
}

bool msim_types_local(struct msim_types *types, const char *path, uint64_t address, int64_t offset,
                      struct msim_variable *variable)
{
    const struct object *object = object_of(types, path);
    return object->debug && msim_debug_local(object->debug, address, offset, variable);
}

bool msim_types_function(struct msim_types *types, const char *path, const char *name,
                         uint64_t *address)
{
    const struct msim_code_symbols *symbols = &object_of(types, path)->code.symbols;
    for (size_t i = 0; i < symbols->symbols; i++)
        if (!symbols->symbol[i].in_table && !strcmp(symbols->symbol[i].name, name)) {
            *address = symbols->symbol[i].address;
            return true;
        }
    return false;
}

size_t msim_types_code(struct msim_types *types, const char *path, uint64_t address,
                       const struct msim_code_level **level)
{
    const struct object *object = object_of(types, path);
    return object->debug ? msim_debug_code(object->debug, address, level) : 0;
}

/* --- types ------------------------------------------------------------------------------------ */

const struct msim_type *msim_types_named(struct msim_types *types, const char *path,
                                         const char *name)
{
    const struct object *object = object_of(types, path);
    return object->debug ? msim_debug_named(object->debug, name) : NULL;
}

bool msim_types_operand(struct msim_types *types, const char *path, uint64_t address, bool writes,
                        struct msim_operand_type *operand)
{
    const struct object *object = object_of(types, path);
    return object->debug && msim_debug_operand(object->debug, address, writes, operand);
}
