/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of unknown.h:
 *
 *    Not understood: 1,003 operations in 2 instructions, each takes 20 cycles
 *                    1,000 at 0x40104a in work (other.c:31)
 *                        3 at 0x401060 in work (other.c:33)
 */
#include "unknown.h"

#include <stddef.h>

#include "engine/base/sort.h"
#include "stream/hash.h"
#include "stream/lookup.h"

/* An instruction with such operations. */
struct place {
    uint64_t address, times;
    uint32_t site, same_hash;
};

enum { PLACES_MAX = 1 << 20 };

static uint32_t hash(const void *element)
{
    const struct place *place = element;
    return (uint32_t)msim_mix(place->address + msim_mix(place->site));
}

static bool same(const void *element, const void *wanted)
{
    const struct place *a = element, *b = wanted;
    return a->address == b->address && a->site == b->site;
}

static const struct msim_lookup_kind places = {hash, same, offsetof(struct place, same_hash), 0};

struct found {
    struct msim_lookup lookup;
    struct msim_table table; /* struct place */
    uint64_t times;          /* of all */
};

static const struct place *place_at(const struct found *found, uint32_t number)
{
    return MSIM_TABLE_AT(&found->table, number, struct place);
}

/* The operations belong to instructions in order. */
static void find_in(struct found *found, const struct msim_segment *segment, uint64_t times)
{
    const struct msim_ops *ops = segment->ops;
    struct place place = {.address = segment->address};
    unsigned instr = 0;
    for (unsigned i = 0; i < ops->ops; i++) {
        for (; instr < ops->op[i].instr; instr++)
            place.address += segment->instrs[instr].length;
        if (ops->op[i].class != MSIM_OP_OTHER)
            continue;
        place.site = segment->instrs[instr].site;
        uint32_t number = msim_lookup_number(&found->lookup, &found->table, &place);
        if (number != UINT32_MAX)
            MSIM_TABLE_AT(&found->table, number, struct place)->times += times;
        found->times += times;
    }
}

static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const struct place *x = place_at(context, a), *y = place_at(context, b);
    return x->times != y->times ? x->times > y->times : x->address < y->address;
}

static void put_indented(struct msim_line *line)
{
    msim_put(&line->text, "                ");
}

static void put_place(struct msim_line *line, const struct msim_dict *dict,
                      const struct place *place, unsigned width)
{
    const struct msim_site *site = msim_dict_site_at(dict, place->site);
    put_indented(line);
    msim_put_grouped(&line->text, place->times, width);
    msim_put(&line->text, " at ");
    msim_put_address(&line->text, place->address);
    msim_put(&line->text, " in ");
    msim_put_name(&line->text, msim_dict_text(dict, site->function));
    if (site->line || site->object) {
        msim_put(&line->text, " (");
        msim_put_name(&line->text,
                      msim_dict_text(dict, site->line ? site->file : site->object - 1));
        if (site->line) {
            msim_put(&line->text, ":");
            msim_put_number(&line->text, site->line);
        }
        msim_put(&line->text, ")");
    }
    msim_line_end(line);
}

static void put_places(const struct found *found, const struct msim_dict *dict,
                       const struct msim_mem *mem, struct msim_line *line)
{
    uint32_t used = found->table.used;
    const uint32_t *sorted = msim_sorted(mem, used, is_before, found);
    for (uint32_t i = 0; i < used && i < MSIM_UNKNOWN_PLACES; i++)
        put_place(line, dict, place_at(found, sorted[i]),
                  msim_grouped_width(place_at(found, *sorted)->times));
    if (used <= MSIM_UNKNOWN_PLACES)
        return;
    put_indented(line);
    msim_put(&line->text, "and in ");
    msim_put_grouped(&line->text, used - MSIM_UNKNOWN_PLACES, 1);
    msim_put(&line->text, " more");
    msim_line_end(line);
}

void msim_unknown_put(const struct msim_profile *profile, const struct msim_mem *mem,
                      uint32_t cycles, const struct msim_lines *lines)
{
    struct found found = {.times = 0};
    struct msim_line line;
    msim_table_init(&found.table, mem, sizeof(struct place), PLACES_MAX);
    msim_lookup_init(&found.lookup, mem, &places);
    for (uint32_t number = 0; number < profile->times.used; number++)
        if (msim_profile_times(profile, number))
            find_in(&found, msim_dict_segment_at(profile->dict, number),
                    msim_profile_times(profile, number));
    msim_line_init(&line, lines);
    msim_put(&line.text, "Not understood: ");
    msim_put_grouped(&line.text, found.times, 1);
    msim_put(&line.text, " operations");
    if (found.times) {
        msim_put(&line.text, " in ");
        msim_put_grouped(&line.text, found.table.used, 1);
        msim_put(&line.text, " instructions, each takes ");
        msim_put_number(&line.text, cycles);
        msim_put(&line.text, " cycles");
    }
    msim_line_end(&line);
    put_places(&found, profile->dict, mem, &line);
}
