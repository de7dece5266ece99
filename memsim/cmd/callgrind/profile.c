/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions, edges and contexts; see profile.h. */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "stream/hash.h"

enum { VARINT = 10 }; /* bytes of the longest count */

struct wanted {
    const struct msim_call_profile *calls;
    uint32_t a, b, c;
};

static uint32_t hash_of(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)(msim_mix(msim_mix((uint64_t)a << 32 | b) + c) >> 32);
}

static bool is_function(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    const struct msim_calls_function *function = &wanted->calls->function[number];
    return function->object == wanted->a && function->file == wanted->b &&
           function->name == wanted->c;
}

static bool is_edge(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    const struct msim_calls_edge *edge = &wanted->calls->edge[number];
    return edge->caller == wanted->a && edge->callee == wanted->b;
}

/* Room for one more row of counts, all 0. */
static int64_t *add_counts(int64_t *array, size_t used, size_t events)
{
    array = msim_room(array, used, events * sizeof *array);
    memset(array + used * events, 0, events * sizeof *array);
    return array;
}

uint32_t msim_calls_function_of(struct msim_call_profile *calls, uint32_t object, uint32_t file,
                                uint32_t name)
{
    struct wanted wanted = {calls, object, file, name};
    uint32_t hash = hash_of(object, file, name);
    uint32_t number = msim_index_find(&calls->function_index, hash, is_function, &wanted);
    if (number != MSIM_NOTHING)
        return number;
    number = (uint32_t)calls->functions;
    calls->function = msim_room(calls->function, number, sizeof *calls->function);
    calls->function[number] = (struct msim_calls_function){object, file, name, 0};
    calls->self = add_counts(calls->self, number, calls->counts.events);
    calls->functions++;
    msim_index_add(&calls->function_index, hash, number);
    return number;
}

uint32_t msim_calls_edge_of(struct msim_call_profile *calls, uint32_t caller, uint32_t callee)
{
    struct wanted wanted = {calls, caller, callee, 0};
    uint32_t hash = hash_of(caller, callee, 1);
    uint32_t number = msim_index_find(&calls->edge_index, hash, is_edge, &wanted);
    if (number != MSIM_NOTHING)
        return number;
    number = (uint32_t)calls->edges;
    calls->edge = msim_room(calls->edge, number, sizeof *calls->edge);
    calls->edge[number] = (struct msim_calls_edge){caller, callee, 0};
    calls->edge_count = add_counts(calls->edge_count, number, calls->counts.events);
    calls->edges++;
    msim_index_add(&calls->edge_index, hash, number);
    return number;
}

/* --- instructions ----------------------------------------------------------------------------- */

void msim_calls_add_cost(struct msim_call_profile *calls, struct msim_calls_cost cost,
                         const int64_t *count)
{
    size_t events = calls->counts.events;
    calls->cost = msim_room(calls->cost, calls->costs, sizeof *calls->cost);
    calls->cost_count = add_counts(calls->cost_count, calls->costs, events);
    memcpy(calls->cost_count + calls->costs * events, count, events * sizeof *count);
    calls->cost[calls->costs++] = cost;
}

void msim_calls_add_build_id(struct msim_call_profile *calls, uint32_t object, const char *id)
{
    while (calls->build_ids <= object)
        MSIM_PUSH(calls->build_id, calls->build_ids, NULL);
    calls->build_id[object] = msim_counts_keep(&calls->counts, msim_copy(id));
}

const char *msim_calls_build_id(const struct msim_call_profile *calls, uint32_t function)
{
    uint32_t object = calls->function[function].object;
    return object < calls->build_ids ? calls->build_id[object] : NULL;
}

/* --- contexts --------------------------------------------------------------------------------- */

static void make_room(struct msim_call_profile *calls, size_t bytes)
{
    if (calls->packed_room - calls->packed_used >= bytes)
        return;
    size_t room = calls->packed_room + calls->packed_room / 2 + bytes;
    unsigned char *packed = realloc(calls->packed, room);
    if (!packed)
        msim_bad_input("out of memory");
    calls->packed = packed;
    calls->packed_room = room;
}

void msim_calls_pack(struct msim_call_profile *calls, size_t context, const int64_t *count,
                     size_t given)
{
    while (given && !count[given - 1])
        given--;
    make_room(calls, 1 + given * VARINT);
    unsigned char *to = calls->packed + calls->packed_used;
    calls->context[context].packed = calls->packed_used;
    *to++ = (unsigned char)given;
    for (size_t i = 0; i < given; i++) {
        uint64_t left = (uint64_t)count[i];
        for (; left >= 0x80; left >>= 7)
            *to++ = (unsigned char)(left | 0x80);
        *to++ = (unsigned char)left;
    }
    calls->packed_used = (size_t)(to - calls->packed);
}

void msim_calls_add_context(struct msim_call_profile *calls, struct msim_profile_context context,
                            const int64_t *count, size_t given)
{
    MSIM_PUSH(calls->context, calls->contexts, context);
    msim_calls_pack(calls, calls->contexts - 1, count, given);
}

void msim_context_add(const struct msim_call_profile *calls, size_t context, int64_t *sum)
{
    const unsigned char *at = calls->packed + calls->context[context].packed;
    for (size_t given = *at++; given; given--) {
        uint64_t count = *at & 0x7f;
        for (unsigned shift = 7; *at++ & 0x80; shift += 7)
            count |= (uint64_t)(*at & 0x7f) << shift;
        *sum++ += (int64_t)count;
    }
}

/* --- names ------------------------------------------------------------------------------------ */

const char *msim_calls_name(const struct msim_call_profile *calls, uint32_t function)
{
    return calls->name.name[calls->function[function].name];
}

const char *msim_calls_file(const struct msim_call_profile *calls, uint32_t function)
{
    return calls->file.name[calls->function[function].file];
}

const char *msim_calls_object(const struct msim_call_profile *calls, uint32_t function)
{
    return calls->object.name[calls->function[function].object];
}

void msim_calls_free(struct msim_call_profile *calls)
{
    msim_counts_free(&calls->counts);
    msim_names_free(&calls->object);
    msim_names_free(&calls->file);
    msim_names_free(&calls->name);
    MSIM_FREE(calls->function, calls->self, calls->edge, calls->edge_count);
    msim_index_free(&calls->function_index);
    msim_index_free(&calls->edge_index);
    MSIM_FREE(calls->cost, calls->cost_count, calls->build_id, calls->context, calls->packed);
    *calls = (struct msim_call_profile){0};
}
