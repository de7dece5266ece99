/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The numbers of names.h. */
#include "names.h"

#include "stream/hash.h"

enum { FUNCTIONS_MAX = 1 << 28 };

struct function {
    struct msim_function_name name;
    uint32_t same_hash;
};

static uint32_t hash(const void *element)
{
    const struct function *function = element;
    return (uint32_t)msim_mix((uint64_t)function->name.name << 32 | function->name.object);
}

static bool same(const void *element, const void *wanted)
{
    const struct function *a = element, *b = wanted;
    return a->name.name == b->name.name && a->name.object == b->name.object;
}

static const char *const kinds[MSIM_OBJECT_KINDS] = {"unknown", "heap",   "static",    "tls",
                                                     "stack",   "mapped", "allocator", "code"};

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct function, same_hash), 1};

static uint32_t *numbers(const struct msim_mem *mem, uint32_t used)
{
    return msim_get(mem, ((size_t)used + 1) * sizeof(uint32_t), 8);
}

/* The load bias of each object, by string: a segment has the address where it ran, its sites have
 * addresses as linked. */
static uint64_t *find_moved(const struct msim_mem *mem, const struct msim_dict *dict)
{
    uint64_t *moved = msim_get(mem, ((size_t)dict->strings.used + 1) * sizeof *moved, 8);
    for (uint32_t i = 0; i < dict->segments.used; i++) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, i);
        const struct msim_site *site = msim_dict_site_at(dict, segment->instrs[0].site);
        if (site->object && site->address)
            moved[site->object - 1] = segment->address - site->address;
    }
    return moved;
}

void msim_object_names_init(struct msim_object_names *names, const struct msim_mem *mem,
                            const struct msim_dict *dict,
                            const struct msim_context_observer *contexts, struct msim_text *text)
{
    *names = (struct msim_object_names){.dict = dict, .contexts = contexts, .text = text};
    names->file = numbers(mem, dict->strings.used);
    names->frame = numbers(mem, dict->calls.frames.used);
    names->stack = numbers(mem, dict->calls.calls.used);
    names->site = numbers(mem, dict->sites.used);
    names->moved = find_moved(mem, dict);
    names->context = numbers(mem, contexts->names ? contexts->refs->used : 0);
    msim_table_init(&names->functions, mem, sizeof(struct function), FUNCTIONS_MAX);
    msim_lookup_init(&names->function_lookup, mem, &kind);
    msim_table_add(&names->functions);
}

static void put_field(struct msim_object_names *names, uint64_t number)
{
    msim_put(names->text, "\t");
    msim_put_number(names->text, number);
}

static void put_name(struct msim_object_names *names, uint32_t string)
{
    msim_put(names->text, "\t");
    msim_put_name(names->text, msim_dict_text(names->dict, string));
}

/* The rest of the recorder's string "# build-id: HEX PATH"; NULL: another string. */
static const char *build_id(const char *text)
{
    for (const char *start = "# build-id: "; *start; start++, text++)
        if (*text != *start)
            return NULL;
    return text;
}

/* The viewer takes types only from a file that still has this id. */
static void put_build_id(struct msim_object_names *names, uint32_t object)
{
    const char *path = msim_dict_text(names->dict, object);
    for (uint32_t i = 0; i < names->dict->strings.used; i++) {
        const char *text = msim_dict_text(names->dict, i), *id = build_id(text);
        if (!id)
            continue;
        while (*id && *id != ' ')
            id++;
        if (!*id || !msim_same_text(id + 1, path))
            continue;
        msim_put_name(names->text, text);
        msim_put(names->text, "\n");
        return;
    }
}

uint32_t msim_object_file(struct msim_object_names *names, uint32_t object)
{
    if (!object)
        return 0;
    uint32_t *number = &names->file[object - 1];
    if (*number)
        return *number;
    *number = ++names->files;
    msim_put(names->text, "file");
    put_name(names, object - 1);
    msim_put(names->text, "\n");
    put_build_id(names, object - 1);
    return *number;
}

uint32_t msim_object_function(struct msim_object_names *names,
                              const struct msim_function_name *name)
{
    struct function wanted = {.name = *name};
    uint32_t known = names->functions.used, file = msim_object_file(names, name->object);
    uint32_t number = msim_lookup_number(&names->function_lookup, &names->functions, &wanted);
    if (number == UINT32_MAX || number < known)
        return number == UINT32_MAX ? 0 : number;
    msim_put(names->text, "function");
    put_name(names, name->name);
    put_field(names, file);
    put_name(names, name->file);
    msim_put(names->text, "\n");
    return number;
}

static uint32_t function_of(struct msim_object_names *names, const struct msim_site *site,
                            uint32_t object)
{
    struct msim_function_name name = {site->function, object, site->file};
    return msim_object_function(names, &name);
}

static void put_code(struct msim_object_names *names, const char *what, uint32_t function,
                     uint64_t address, const struct msim_site *site)
{
    msim_put(names->text, what);
    put_field(names, function);
    put_field(names, address);
    put_field(names, site->line);
    put_name(names, site->file);
    msim_put(names->text, "\n");
}

static uint32_t frame_of(struct msim_object_names *names, uint32_t number)
{
    const struct msim_frame *frame = msim_frame_at(&names->dict->calls, number);
    const struct msim_site *site = msim_dict_site_at(names->dict, frame->site);
    bool has_object = *msim_dict_text(names->dict, frame->object);
    if (names->frame[number])
        return names->frame[number];
    uint32_t function = function_of(names, site, has_object ? frame->object + 1 : 0);
    put_code(names, "frame", function, frame->address - names->moved[frame->object], site);
    return names->frame[number] = ++names->frames;
}

/* Callers have smaller numbers than what they call. */
uint32_t msim_object_stack(struct msim_object_names *names, uint32_t call)
{
    while (call && !names->stack[call]) {
        uint32_t first = call, caller;
        while ((caller = msim_call_at(&names->dict->calls, first)->caller) && !names->stack[caller])
            first = caller;
        uint32_t frame = frame_of(names, msim_call_at(&names->dict->calls, first)->frame);
        msim_put(names->text, "stack");
        put_field(names, frame);
        put_field(names, caller ? names->stack[caller] : 0);
        msim_put(names->text, "\n");
        names->stack[first] = ++names->stacks;
    }
    return names->stack[call];
}

uint32_t msim_object_site(struct msim_object_names *names, uint32_t number)
{
    const struct msim_site *site = msim_dict_site_at(names->dict, number);
    if (names->site[number])
        return names->site[number];
    uint32_t function = function_of(names, site, site->object);
    put_code(names, "site", function, site->address, site);
    return names->site[number] = ++names->sites;
}

uint32_t msim_object_beyond(struct msim_object_names *names)
{
    if (names->beyond)
        return names->beyond;
    msim_table_add(&names->functions);
    msim_put(names->text, "function\t(beyond --objects-limit)\t0\t???\nsite");
    put_field(names, names->functions.used - 1);
    msim_put(names->text, "\t0\t0\t???\n");
    return names->beyond = ++names->sites;
}

/* A path may be a thousand contexts long.  Each context is written once, so all paths together take
 * one step per context, or a thousand in the worst case. */
uint32_t msim_object_context(struct msim_object_names *names, uint32_t context)
{
    const struct msim_context_observer *contexts = names->contexts;
    uint32_t function, outer;
    context = contexts->names(contexts->self, context, &function, &outer);
    while (context && !names->context[context]) {
        uint32_t first = context, next;
        for (;;) {
            contexts->names(contexts->self, first, &function, &outer);
            next = outer ? contexts->names(contexts->self, outer, &function, &outer) : 0;
            if (!next || names->context[next])
                break;
            first = next;
        }
        contexts->names(contexts->self, first, &function, &outer);
        struct msim_function_name name = contexts->function_name(contexts->self, function);
        uint32_t number = function ? msim_object_function(names, &name) : 0;
        msim_put(names->text, "context");
        put_field(names, number);
        put_field(names, next ? names->context[next] : 0);
        msim_put(names->text, "\n");
        names->context[first] = ++names->contexts_used;
    }
    return names->context[context];
}

/* --- Objects ------------------------------------------------------------------------------ */

/* The number, in the file, of what the object belongs to. */
/* `function`: not 0. */
static uint32_t number_of_function(struct msim_object_names *names, uint32_t function)
{
    const struct msim_context_observer *contexts = names->contexts;
    struct msim_function_name name = contexts->function_name(contexts->self, function);
    return msim_object_function(names, &name);
}

static uint32_t of_object(struct msim_object_names *names, const struct msim_object *object)
{
    if (object->kind == MSIM_OBJECT_HEAP)
        return msim_object_stack(names, object->of);
    if (object->kind != MSIM_OBJECT_STACK)
        return msim_object_file(names, object->of);
    return object->of ? number_of_function(names, object->of) : 0;
}

void msim_object_put(struct msim_object_names *names, const struct msim_object *object)
{
    uint32_t of = of_object(names, object), mapper = 0;
    if (object->kind == MSIM_OBJECT_MAPPED && object->low)
        mapper = number_of_function(names, (uint32_t)object->low);
    msim_put(names->text, "object\t");
    msim_put(names->text, kinds[object->kind]);
    if (object->kind != MSIM_OBJECT_ALLOCATOR && object->kind != MSIM_OBJECT_UNKNOWN)
        put_field(names, of);
    if (object->kind == MSIM_OBJECT_HEAP) {
        put_field(names, object->low);
        put_field(names, object->high);
        put_field(names, object->blocks);
        put_field(names, object->bytes);
    }
    if (mapper)
        put_field(names, mapper);
    msim_put(names->text, "\n");
}
