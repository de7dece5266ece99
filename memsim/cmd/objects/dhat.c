/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the file of dhat.h. */
#include "dhat.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/index.h"
#include "cmd/files/json.h"
#include "engine/base/numbers.h"

enum {
    DHAT_VERSION = 2,
    SHORT_LIVED = 500,  /* instructions, as in DHAT */
    BLOCK_MOST = 1024,  /* bytes of blocks whose bytes have counts of their own */
    FRAMES_MOST = 500,  /* of a stack: the most that Valgrind allows */
    COUNT_MOST = 0xffff /* dh_view shows it as infinite, and refuses larger ones */
};

/* --- What is counted ------------------------------------------------------------------------ */

/* An event of data by the name that it has elsewhere: L1m is D1m, T2m is DT2m. */
struct event_name {
    char text[64];
};

static struct event_name name_of(const struct msim_object_set *objects, size_t event)
{
    const char *name = objects->event[event];
    struct event_name made;
    bool level = *name == 'L', tlb = *name == 'T';
    snprintf(made.text, sizeof made.text, "%s%s", level || tlb ? "D" : "", name + level);
    return made;
}

/* "Refs, D1m or D2m", with "bytes" before them if the file has them. */
static char *allowed_names(const struct msim_object_set *objects)
{
    char *text = msim_zeroed(objects->events + 1, sizeof(struct event_name) + 4);
    strcpy(text, objects->accesses ? "bytes" : "");
    for (size_t i = 0; i < objects->events; i++) {
        strcat(text, !*text ? "" : i + 1 < objects->events ? ", " : " or ");
        strcat(text, name_of(objects, i).text);
    }
    return text;
}

static struct msim_dhat_counts of_event(const struct msim_object_set *objects, const char *name)
{
    for (size_t i = 0; i < objects->events; i++)
        if (!strcmp(name, objects->event[i]) || !strcmp(name, name_of(objects, i).text))
            return (struct msim_dhat_counts){.event = i};
    msim_bad_input("--dhat-counts=%s: no such event in '%s'; expected %s", name, objects->name,
                   allowed_names(objects));
}

struct msim_dhat_counts msim_dhat_counts(const struct msim_object_set *objects, const char *name)
{
    struct msim_dhat_counts counts = {.bytes = objects->accesses,
                                      .event = objects->events > 1 ? 1 : 0};
    if (!name)
        return counts;
    if (strcmp(name, "bytes") != 0)
        return of_event(objects, name);
    if (!objects->accesses)
        msim_bad_input("--dhat-counts=bytes: '%s' has only references that missed; record all of "
                       "them: memsim run --objects-sim=accesses -- COMMAND",
                       objects->name);
    return counts;
}

/* --- Program points ------------------------------------------------------------------------- */

/* The heap objects of each stack, as lists. */
struct by_stack {
    uint32_t *first; /* of each stack; 0: it has none */
    uint32_t *next;  /* of each object; 0: it is the last one */
};

/* What a program point's blocks were used for. */
struct used {
    uint64_t blocks, bytes; /* of the objects */
    uint64_t count[2];      /* reads, writes */
    uint64_t size;          /* of each block; 0: their bytes have no counts of their own */
    uint64_t each[BLOCK_MOST];
};

static uint64_t product_of(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static struct by_stack sort_by_stack(const struct msim_object_set *objects)
{
    struct by_stack by = {msim_zeroed((size_t)objects->stacks + 1, sizeof *by.first),
                          msim_zeroed((size_t)objects->objects + 1, sizeof *by.next)};
    for (uint32_t i = objects->objects; i > 0; i--) {
        const struct msim_data_object *object = &objects->object[i];
        if (object->kind != MSIM_OBJECT_HEAP)
            continue;
        by.next[i] = by.first[object->of];
        by.first[object->of] = i;
    }
    return by;
}

static const struct msim_objects_use *use_at(const struct msim_object_set *objects,
                                             const struct msim_data_object *object, size_t number)
{
    return &objects->use[objects->use_of[object->use + number]];
}

/* Adds the cells of a use.  A reference that begins in a block and ends after it counts there as
 * a whole, as in DHAT.  What modifies memory reads its bytes and writes them; it is one
 * reference, and misses once. */
static void add_use(struct used *used, const struct msim_object_set *objects,
                    const struct msim_objects_use *use, struct msim_dhat_counts counts)
{
    bool twice = counts.bytes && use->modifies;
    for (size_t i = 0; i < use->cells; i++) {
        uint64_t count = msim_objects_cell(objects, use->cell + i)[counts.bytes ? 0 : counts.event];
        uint64_t from = (uint64_t)objects->cell_offset[use->cell + i];
        uint64_t *sum = &used->count[use->access == MSIM_WRITE];
        *sum = msim_sum_limited(*sum, counts.bytes ? product_of(count, use->size) : count);
        if (twice)
            used->count[1] = msim_sum_limited(used->count[1], product_of(count, use->size));
        count = twice ? product_of(count, 2) : count;
        for (uint64_t k = from; k < used->size && k - from < use->size; k++)
            used->each[k] = msim_sum_limited(used->each[k], count);
    }
}

/* The size of a stack's blocks if all have the same and all offsets are exact, else 0. */
static uint64_t one_size(const struct msim_object_set *objects, const struct by_stack *by,
                         uint32_t stack)
{
    uint32_t number = by->first[stack];
    const struct msim_data_object *object = &objects->object[number];
    uint32_t life = objects->life_of[stack];
    if (!number || by->next[number] || object->low != object->high || object->high > BLOCK_MOST)
        return 0;
    if (life && objects->life[life - 1].blocks != object->blocks)
        return 0;
    for (size_t i = 0; i < object->uses; i++) {
        const struct msim_objects_use *use = use_at(objects, object, i);
        if (use->first < 0 || (use->stride && (uint64_t)use->last >= use->stride))
            return 0; /* its offsets are folded */
    }
    return object->high;
}

static void find_used(struct used *used, const struct msim_object_set *objects,
                      const struct by_stack *by, uint32_t stack, struct msim_dhat_counts counts)
{
    memset(used, 0, sizeof *used);
    used->size = one_size(objects, by, stack);
    for (uint32_t number = by->first[stack]; number; number = by->next[number]) {
        const struct msim_data_object *object = &objects->object[number];
        used->blocks = msim_sum_limited(used->blocks, object->blocks);
        used->bytes = msim_sum_limited(used->bytes, object->bytes);
        for (size_t i = 0; i < object->uses; i++) {
            const struct msim_objects_use *use = use_at(objects, object, i);
            if (use->access != MSIM_FETCH)
                add_use(used, objects, use, counts);
        }
    }
}

/* --- Writing -------------------------------------------------------------------------------- */

/* Runs of equal counts are a negative length and the count. */
static void put_each(struct msim_json *json, const struct used *used)
{
    msim_json_list(json, "acc", MSIM_JSON_INLINE);
    for (uint64_t i = 0, run; i < used->size; i += run) {
        for (run = 1; i + run < used->size && used->each[i + run] == used->each[i];)
            run++;
        if (run > 1)
            msim_json_value(json, NULL, "-%" PRIu64, run);
        msim_json_number(json, NULL, used->each[i] < COUNT_MOST ? used->each[i] : COUNT_MOST);
    }
    msim_json_end(json);
}

/* Its frames from the innermost outwards; the unknown stack has one unknown frame. */
static void put_stack(struct msim_json *json, const struct msim_object_set *objects, uint32_t stack)
{
    msim_json_list(json, "fs", MSIM_JSON_INLINE);
    if (!stack)
        msim_json_number(json, NULL, (uint64_t)objects->frames + 1);
    for (unsigned i = 0; stack && i < FRAMES_MOST; i++) {
        uint32_t frame = objects->stack[stack].of;
        msim_json_number(json, NULL, frame ? frame : (uint64_t)objects->frames + 1);
        stack = objects->stack[stack].outer;
    }
    msim_json_end(json);
}

static void put_life(struct msim_json *json, const struct msim_objects_life *life)
{
    msim_json_number(json, "tb", life->bytes);
    msim_json_number(json, "tbk", life->blocks);
    msim_json_number(json, "tl", life->lifetime);
    msim_json_number(json, "mb", life->max_bytes);
    msim_json_number(json, "mbk", life->max_blocks);
    msim_json_number(json, "gb", life->peak_bytes);
    msim_json_number(json, "gbk", life->peak_blocks);
    msim_json_number(json, "eb", life->end_bytes);
    msim_json_number(json, "ebk", life->end_blocks);
}

static void put_point(struct msim_json *json, const struct msim_object_set *objects, uint32_t stack,
                      const struct used *used)
{
    struct msim_objects_life life = {.blocks = used->blocks, .bytes = used->bytes};
    if (objects->life_of[stack])
        life = objects->life[objects->life_of[stack] - 1];
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    put_life(json, &life);
    msim_json_number(json, "rb", used->count[0]);
    msim_json_number(json, "wb", used->count[1]);
    if (used->size)
        put_each(json, used);
    put_stack(json, objects, stack);
    msim_json_end(json);
}

static void put_points(struct msim_json *json, const struct msim_object_set *objects,
                       struct msim_dhat_counts counts)
{
    struct by_stack by = sort_by_stack(objects);
    struct used *used = msim_zeroed(1, sizeof *used);
    msim_json_list(json, "pps", 1);
    for (uint32_t stack = 0; stack <= objects->stacks; stack++) {
        if (!by.first[stack] && !objects->life_of[stack])
            continue;
        find_used(used, objects, &by, stack, counts);
        put_point(json, objects, stack, used);
    }
    msim_json_end(json);
    MSIM_FREE(used, by.first, by.next);
}

/* As Valgrind describes code: "0x1156: main (tree.c:12)", "0x9A10: ??? (in /usr/lib/libx.so)"; but
 * addresses are those at which the file is linked. */
static void put_frame(struct msim_json *json, const struct msim_object_set *objects,
                      uint32_t number)
{
    const struct msim_objects_site *frame = &objects->frame[number];
    const struct msim_objects_function *function = &objects->function[frame->function];
    const char *source = *frame->source ? frame->source : function->source;
    const char *file = objects->file[function->file];
    char *text = msim_zeroed(strlen(function->name) + strlen(source) + strlen(file) + 80, 1);
    int used =
        sprintf(text, "0x%" PRIX64 ": %s", frame->offset, *function->name ? function->name : "???");
    if (frame->line && *source)
        sprintf(text + used, " (%s:%" PRIu64 ")", msim_base_name(source), frame->line);
    else if (*file)
        sprintf(text + used, " (in %s)", file);
    msim_json_text(json, NULL, text);
    free(text);
}

static void put_frames(struct msim_json *json, const struct msim_object_set *objects)
{
    msim_json_list(json, "ftbl", 1);
    msim_json_text(json, NULL, "[root]");
    for (uint32_t i = 1; i <= objects->frames; i++)
        put_frame(json, objects, i);
    msim_json_text(json, NULL, "???");
    msim_json_end(json);
}

/* The number that the file's name ends in, memsim.objects.PID; 0: it does not. */
static uint64_t process_of(const struct msim_object_set *objects)
{
    const char *dot = strrchr(msim_base_name(objects->name), '.');
    uint64_t number;
    return dot && msim_read_number(dot + 1, &number) && number <= INT32_MAX ? number : 0;
}

static void put_head(struct msim_json *json, const struct msim_object_set *objects,
                     struct msim_dhat_counts counts)
{
    char text[256];
    struct event_name event = name_of(objects, counts.event);
    const char *incomplete = !objects->incomplete ? ""
                             : strstr(objects->incomplete, "checkpoint")
                                 ? " (incomplete: a checkpoint)"
                                 : " (incomplete: the process was killed)";
    msim_json_number(json, "dhatFileVersion", DHAT_VERSION);
    if (counts.bytes)
        snprintf(text, sizeof text, "heap%s", incomplete);
    else
        snprintf(text, sizeof text, "heap; Reads and Writes count %s%s", event.text, incomplete);
    msim_json_text(json, "mode", text);
    msim_json_text(json, "verb", "Allocated");
    msim_json_value(json, "bklt", "true");
    msim_json_value(json, "bkacc", "true");
    if (!counts.bytes) {
        snprintf(text, sizeof text, "bytes or %s", event.text);
        msim_json_text(json, "bsu", text);
    }
    msim_json_text(json, "tu", "instrs");
    msim_json_text(json, "Mtu", "Minstr");
    msim_json_number(json, "tuth", SHORT_LIVED);
    msim_json_text(json, "cmd", objects->command ? objects->command : "???");
    msim_json_number(json, "pid", process_of(objects));
    msim_json_number(json, "te", objects->instructions);
    msim_json_number(json, "tg", objects->peak);
}

void msim_dhat_write(const struct msim_object_set *objects, struct msim_dhat_counts counts,
                     FILE *to)
{
    struct msim_json json = msim_json_start(to);
    msim_json_object(&json, NULL, 0);
    put_head(&json, objects, counts);
    put_points(&json, objects, counts);
    put_frames(&json, objects);
    msim_json_end(&json);
}
