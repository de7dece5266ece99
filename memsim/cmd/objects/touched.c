/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Places the patterns of lines in the rows of touched.h. */
#include "touched.h"

#include "cmd/base/grow.h"
#include "engine/base/sort.h"

enum { BITS = 64 };

struct placing {
    const struct msim_objects_model *model;
    const struct msim_objects_row *row;
    const struct msim_objects_fields *fields;
    struct msim_objects_touched *made;
    uint64_t end;                        /* of the object's bytes; UINT64_MAX: unknown */
    size_t chosen[MSIM_TOGETHER_FIELDS]; /* fields whose pairs are counted, in their order */
    size_t used;
    uint8_t *slot;                          /* by field: its place there, + 1; 0: none */
    uint64_t widest;                        /* bytes of a field */
    size_t patterns;                        /* that were counted for fields, */
    size_t *counted;                        /* and by field, the last of them that was */
    uint64_t (*both)[MSIM_TOGETHER_FIELDS]; /* NULL: only lives of fields are counted */
    uint64_t (*either)[MSIM_TOGETHER_FIELDS];
};

/* --- Fields ------------------------------------------------------------------------------- */

/* Where a byte of the object is in its element; false: in none. */
static bool within_element(const struct placing *placing, int64_t offset, bool folded, uint64_t *at)
{
    const struct msim_objects_element *element = &placing->row->element;
    if (folded) {
        int64_t start = (int64_t)(element->start % element->bytes);
        int64_t rest = (offset - start) % (int64_t)element->bytes;
        *at = (uint64_t)(rest < 0 ? rest + (int64_t)element->bytes : rest);
        return true;
    }
    if (offset < 0 || (uint64_t)offset < element->start || (uint64_t)offset >= placing->end)
        return false;
    *at = (uint64_t)offset - element->start;
    if (placing->fields->has_tail)
        return true;
    if (element->is_single)
        return *at < element->bytes;
    if (element->bytes)
        *at %= element->bytes;
    return true;
}

struct wanted {
    const struct msim_objects_field *field;
    int64_t at;
};

static bool begins_until(const void *context, uint64_t number)
{
    const struct wanted *wanted = context;
    return wanted->field[number].offset <= wanted->at;
}

/* The number of the last field that begins there or before, + 1; 0: none. */
static size_t fields_until(const struct placing *placing, uint64_t at)
{
    const struct msim_objects_field *field = placing->fields->field;
    struct wanted wanted = {field, (int64_t)at};
    if (at > INT64_MAX)
        return 0;
    if (placing->fields->has_tail && at >= (uint64_t)field[placing->fields->tail].offset)
        return placing->fields->tail + 1;
    return msim_search(placing->fields->fields, begins_until, &wanted);
}

/* The number of the last field before `number` that has the byte, + 1; 0: none.  Only
 * fields without a type overlap. */
static size_t field_before(const struct placing *placing, size_t number, uint64_t at)
{
    const struct msim_objects_fields *fields = placing->fields;
    for (; number; number--) {
        const struct msim_objects_field *field = &fields->field[number - 1];
        uint64_t from = at - (uint64_t)field->offset;
        bool is_tail = fields->has_tail && number - 1 == fields->tail;
        if (is_tail || from < field->bytes)
            return field->is_hole ? 0 : number;
        if (field->type || from >= placing->widest)
            return 0;
    }
    return 0;
}

/* A pattern, with the fields that its line has, or that were touched in it; by chosen field. */
struct seen {
    uint64_t has, touched;
};

static struct seen see(const struct placing *placing, int64_t offset, uint64_t mask, bool folded)
{
    struct seen seen = {0, 0};
    for (uint64_t i = 0; i < placing->made->line; i++) {
        uint64_t at, bit = placing->made->line > BITS ? i / (placing->made->line / BITS) : i;
        if (!within_element(placing, offset + (int64_t)i, folded, &at))
            continue;
        for (size_t k = fields_until(placing, at); (k = field_before(placing, k, at)) != 0; k--) {
            unsigned slot = placing->slot[k - 1];
            if (!slot)
                continue;
            seen.has |= UINT64_C(1) << (slot - 1);
            seen.touched |= (mask >> bit & 1) << (slot - 1);
        }
    }
    return seen;
}

static void count_pairs(const struct placing *placing, const struct seen *seen, uint64_t times)
{
    for (size_t i = 0; i < placing->used; i++)
        for (size_t k = i + 1; k < placing->used; k++) {
            bool one = seen->touched >> i & 1, other = seen->touched >> k & 1;
            if (!(seen->has >> i & 1) || !(seen->has >> k & 1))
                continue;
            placing->both[i][k] += one && other ? times : 0;
            placing->either[i][k] += one || other ? times : 0;
        }
}

static void count_fields(struct placing *placing, int64_t offset, uint64_t mask, bool folded,
                         uint64_t times)
{
    placing->patterns++;
    for (uint64_t i = 0; i < placing->made->line; i++) {
        uint64_t at, bit = placing->made->line > BITS ? i / (placing->made->line / BITS) : i;
        if (!(mask >> bit & 1) || !within_element(placing, offset + (int64_t)i, folded, &at))
            continue;
        for (size_t k = fields_until(placing, at); (k = field_before(placing, k, at)) != 0; k--) {
            if (placing->counted[k - 1] != placing->patterns)
                placing->made->times[k - 1] += times;
            placing->counted[k - 1] = placing->patterns;
        }
    }
}

/* --- Patterns ----------------------------------------------------------------------------- */

/* The bits of the mask whose bytes lie in the variable; `offset` counts from its beginning. */
static uint64_t in_variable(const struct placing *placing, int64_t offset, uint64_t mask)
{
    uint64_t unit = placing->made->line > BITS ? placing->made->line / BITS : 1, kept = 0;
    for (unsigned bit = 0; bit < BITS; bit++) {
        int64_t first = offset + (int64_t)(bit * unit), last = first + (int64_t)unit - 1;
        if (mask >> bit & 1 && last >= 0 && first < (int64_t)placing->row->bytes)
            kept |= UINT64_C(1) << bit;
    }
    return kept;
}

static bool is_placed(const struct placing *placing, const struct msim_objects_lines *group)
{
    uint64_t element = placing->row->element.bytes;
    return !group->modulus || (element && element <= INT64_MAX && group->modulus % element == 0);
}

/* `is_whole`: all that was touched is the row's. */
static void take_pattern(struct placing *placing, const struct msim_objects_lines *group,
                         const struct msim_objects_line *line, bool is_whole)
{
    int64_t offset;
    uint64_t mask = line->mask;
    if (__builtin_sub_overflow(line->offset, placing->row->base, &offset) ||
        offset > INT64_MAX / 2 || offset < INT64_MIN / 2)
        return;
    if (!is_whole)
        mask = in_variable(placing, offset, mask);
    if (!mask)
        return;
    if (!placing->both) {
        uint64_t unit = placing->made->line > BITS ? placing->made->line / BITS : 1;
        placing->made->lives += is_whole ? 0 : line->times;
        placing->made->bytes +=
            is_whole ? 0 : (uint64_t)__builtin_popcountll(mask) * unit * line->times;
        if (is_placed(placing, group))
            count_fields(placing, offset, mask, group->modulus != 0, line->times);
        else
            placing->made->unplaced += line->times;
    } else if (is_placed(placing, group)) {
        struct seen seen = see(placing, offset, mask, group->modulus != 0);
        count_pairs(placing, &seen, line->times);
    }
}

/* True: the whole group belongs to the row. */
static bool is_whole(const struct placing *placing, const struct msim_objects_lines *group)
{
    const struct msim_objects_row *row = placing->row;
    int64_t end, last;
    if (!row->is_part)
        return true;
    return group->first >= row->base &&
           !__builtin_add_overflow(group->last, (int64_t)placing->made->line, &last) &&
           row->bytes <= INT64_MAX &&
           !__builtin_add_overflow(row->base, (int64_t)row->bytes, &end) && last <= end;
}

static bool is_near(const struct placing *placing, const struct msim_objects_lines *group)
{
    const struct msim_objects_row *row = placing->row;
    int64_t end, last;
    bool far = row->bytes > INT64_MAX ||
               __builtin_add_overflow(row->base, (int64_t)row->bytes, &end) ||
               __builtin_add_overflow(group->last, (int64_t)placing->made->line, &last);
    return !far && group->first < end && last > row->base;
}

static void take_group(struct placing *placing, const struct msim_objects_lines *group)
{
    struct msim_objects_touched *made = placing->made;
    bool whole = is_whole(placing, group);
    if (!whole && !is_near(placing, group))
        return;
    if (!whole && !placing->both) {
        made->has_fetches = false;
        made->partly |= group->modulus || group->other_times;
    }
    if (whole && !placing->both) {
        made->lives += group->lives;
        made->fetches += group->fetches;
        made->bytes += group->bytes;
        made->unplaced += group->other_times;
    }
    if (!whole && group->modulus)
        return;
    for (size_t i = group->pattern; i < group->pattern + group->patterns; i++)
        take_pattern(placing, group, &placing->model->objects->pattern[i], whole);
}

static void take_all(struct placing *placing)
{
    const struct msim_object_set *objects = placing->model->objects;
    const struct msim_objects_row *row = placing->row;
    for (uint32_t of = row->object; of; of = row->is_part ? 0 : placing->model->next[of]) {
        const struct msim_data_object *object = &objects->object[of];
        bool sized = object->kind == MSIM_OBJECT_HEAP && object->low == object->high;
        placing->end = row->is_part ? row->bytes : sized ? object->high : UINT64_MAX;
        for (size_t i = object->lines; i < object->lines + object->groups; i++)
            take_group(placing, &objects->lines[objects->lines_of[i]]);
    }
}

/* --- Pairs -------------------------------------------------------------------------------- */

/* The fields that were touched, if they are too many the most often touched ones. */
static void choose(struct placing *placing)
{
    const uint64_t *times = placing->made->times;
    for (size_t i = 0; i < placing->fields->fields; i++) {
        size_t rarest = 0;
        if (!times[i])
            continue;
        if (placing->used < MSIM_TOGETHER_FIELDS) {
            placing->chosen[placing->used++] = i;
            continue;
        }
        for (size_t k = 1; k < placing->used; k++)
            if (times[placing->chosen[k]] < times[placing->chosen[rarest]])
                rarest = k;
        if (times[i] <= times[placing->chosen[rarest]])
            continue;
        for (size_t k = rarest; k + 1 < placing->used; k++)
            placing->chosen[k] = placing->chosen[k + 1];
        placing->chosen[placing->used - 1] = i;
    }
}

static bool is_together(const struct msim_objects_pair *pair)
{
    return pair->both && pair->both >= pair->either / 100 * MSIM_TOGETHER_PERCENT +
                                           pair->either % 100 * MSIM_TOGETHER_PERCENT / 100;
}

/* Joins the sets of all pairs that are together. */
static void find_sets(struct placing *placing)
{
    struct msim_objects_touched *made = placing->made;
    for (size_t i = 0; i < placing->used; i++)
        made->set[placing->chosen[i]] = (uint32_t)placing->chosen[i] + 1;
    for (size_t i = 0; i < made->pairs; i++) {
        const struct msim_objects_pair *pair = &made->pair[i];
        uint32_t one = made->set[pair->one], other = made->set[pair->other];
        if (!is_together(pair) || one == other)
            continue;
        uint32_t low = one < other ? one : other, high = one < other ? other : one;
        for (size_t k = 0; k < placing->used; k++)
            if (made->set[placing->chosen[k]] == high)
                made->set[placing->chosen[k]] = low;
    }
}

static void make_pairs(struct placing *placing)
{
    struct msim_objects_touched *made = placing->made;
    choose(placing);
    for (size_t i = 0; i < placing->used; i++)
        placing->slot[placing->chosen[i]] = (uint8_t)(i + 1);
    placing->both = msim_zeroed(MSIM_TOGETHER_FIELDS, sizeof *placing->both);
    placing->either = msim_zeroed(MSIM_TOGETHER_FIELDS, sizeof *placing->either);
    take_all(placing);
    for (size_t i = 0; i < placing->used; i++)
        for (size_t k = i + 1; k < placing->used; k++) {
            if (!placing->either[i][k])
                continue;
            MSIM_PUSH(made->pair, made->pairs,
                      (struct msim_objects_pair){placing->chosen[i], placing->chosen[k],
                                                 placing->both[i][k], placing->either[i][k]});
        }
    find_sets(placing);
    MSIM_FREE(placing->both, placing->either);
}

void msim_objects_touched_make(struct msim_objects_touched *touched,
                               const struct msim_objects_model *model,
                               const struct msim_objects_row *row,
                               const struct msim_objects_fields *fields)
{
    struct placing placing = {.model = model, .row = row, .fields = fields, .made = touched};
    *touched = (struct msim_objects_touched){.line = model->objects->line};
    touched->times = msim_zeroed(fields->fields, sizeof *touched->times);
    touched->set = msim_zeroed(fields->fields, sizeof *touched->set);
    touched->known = touched->line && !row->is_rest && row->kind != MSIM_OBJECT_CODE;
    touched->has_fetches = true;
    if (!touched->known)
        return;
    placing.slot = msim_zeroed(fields->fields, sizeof *placing.slot);
    placing.counted = msim_zeroed(fields->fields, sizeof *placing.counted);
    for (size_t i = 0; i < fields->fields; i++)
        if (fields->field[i].bytes > placing.widest)
            placing.widest = fields->field[i].bytes;
    take_all(&placing);
    make_pairs(&placing);
    MSIM_FREE(placing.slot, placing.counted);
}

void msim_objects_touched_free(struct msim_objects_touched *touched)
{
    MSIM_FREE(touched->times, touched->set, touched->pair);
    *touched = (struct msim_objects_touched){0};
}
