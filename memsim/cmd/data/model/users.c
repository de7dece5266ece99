/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The users of fields.h. */
#include "fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "making.h"

/* --- A user by its key -------------------------------------------------------------------- */

static struct msim_objects_user *user_keyed(struct msim_objects_users *users,
                                            struct msim_names *keys, const char *key, uint32_t of,
                                            size_t events)
{
    uint32_t number = msim_names_number(keys, key);
    if (number < users->users)
        return &users->user[number];
    MSIM_PUSH(users->user, users->users,
              (struct msim_objects_user){.of = of, .count = msim_zeroed(events, sizeof(int64_t))});
    return &users->user[number];
}

static void add(const struct msim_objects_model *model, struct msim_objects_user *user,
                enum msim_access_kind access, const uint64_t *count)
{
    user->references[access] += count[0];
    msim_objects_add(model->objects, access, count, user->count);
}

void msim_objects_users_free(struct msim_objects_users *users)
{
    for (size_t i = 0; i < users->users; i++)
        free(users->user[i].count);
    free(users->user);
    *users = (struct msim_objects_users){0};
}

/* --- Lines -------------------------------------------------------------------------------- */

void msim_objects_lines(struct msim_objects_users *users, const struct msim_objects_model *model,
                        const struct msim_objects_row *row)
{
    const struct msim_object_set *objects = model->objects;
    struct msim_names keys = {0}, sources = {0};
    *users = (struct msim_objects_users){0};
    for (size_t i = row->piece; i < row->piece + row->pieces; i++) {
        char key[64];
        const struct msim_objects_use *use = &objects->use[model->piece[i].use];
        const struct msim_objects_site *site = &objects->site[use->site];
        snprintf(key, sizeof key, "%" PRIu32 " %" PRIu32 " %" PRIu64, site->function,
                 msim_names_number(&sources, site->source), site->line);
        add(model, user_keyed(users, &keys, key, use->site, model->counts.events), use->access,
            msim_objects_cell(objects, model->piece[i].cell));
    }
    msim_names_free(&keys);
    msim_names_free(&sources);
}

/* --- Contexts and stacks ------------------------------------------------------------------ */

void msim_objects_contexts(struct msim_objects_users *users, const struct msim_objects_model *model,
                           const struct msim_objects_row *row)
{
    const struct msim_object_set *objects = model->objects;
    struct msim_names keys = {0};
    *users = (struct msim_objects_users){0};
    for (uint32_t of = row->is_part ? 0 : row->object; of; of = model->next[of]) {
        const struct msim_data_object *object = &objects->object[of];
        for (size_t i = object->in; i < object->in + object->ins; i++) {
            char key[16];
            size_t in = objects->in_of[i];
            uint32_t context = objects->in[in].context;
            snprintf(key, sizeof key, "%" PRIu32, context);
            add(model, user_keyed(users, &keys, key, context, model->counts.events),
                objects->in[in].access, msim_objects_in(objects, in));
        }
    }
    msim_names_free(&keys);
}

uint32_t msim_objects_outside(const struct msim_object_set *objects, uint32_t stack)
{
    const struct msim_objects_link *link = objects->stack;
    uint32_t function = objects->frame[link[stack].of].function, outside = link[stack].outer;
    for (uint32_t at = outside; at && function; at = link[at].outer)
        if (objects->frame[link[at].of].function == function)
            outside = link[at].outer;
    return outside;
}

/* The frames of a stack whose recursion is folded; from malloc. */
static char *folded(const struct msim_object_set *objects, uint32_t stack)
{
    char *text = NULL;
    size_t bytes;
    FILE *to = msim_open_text(&text, &bytes);
    for (uint32_t at = stack; at; at = msim_objects_outside(objects, at)) {
        uint32_t frame = objects->stack[at].of, function = objects->frame[frame].function;
        bool recursive = msim_objects_outside(objects, at) != objects->stack[at].outer;
        fprintf(to, "%c%" PRIu32 " ", recursive ? 'r' : 'f', recursive ? function : frame);
    }
    fclose(to);
    return text;
}

void msim_objects_stacks(struct msim_objects_users *users, const struct msim_objects_model *model,
                         const struct msim_objects_row *row)
{
    const struct msim_object_set *objects = model->objects;
    struct msim_names keys = {0};
    *users = (struct msim_objects_users){0};
    for (uint32_t of = row->kind == MSIM_OBJECT_HEAP ? row->object : 0; of; of = model->next[of]) {
        const struct msim_data_object *object = &objects->object[of];
        char *key = folded(objects, object->of);
        struct msim_objects_user *user =
            user_keyed(users, &keys, key, object->of, model->counts.events);
        free(key);
        user->blocks += object->blocks;
        user->bytes += object->bytes;
        for (size_t i = object->use; i < object->use + object->uses; i++) {
            const struct msim_objects_use *use = &objects->use[objects->use_of[i]];
            for (size_t cell = use->cell; cell < use->cell + use->cells; cell++)
                add(model, user, use->access, msim_objects_cell(objects, cell));
        }
    }
    msim_names_free(&keys);
}

uint32_t msim_objects_common_frames(const struct msim_objects_model *model,
                                    const struct msim_objects_row *row, uint32_t *stack)
{
    const struct msim_object_set *objects = model->objects;
    const struct msim_objects_link *link = objects->stack;
    uint32_t common = UINT32_MAX;
    *stack = objects->object[row->object].of;
    for (uint32_t of = row->object; of; of = model->next[of]) {
        uint32_t same = 0, a = *stack, b = objects->object[of].of;
        for (; a && b && link[a].of == link[b].of; a = link[a].outer, b = link[b].outer)
            same++;
        common = same < common ? same : common;
    }
    return common;
}
