/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of tage.h.  What a branch does enters arithmetic, where that is possible: a jump that
 * depends on it would be mispredicted here, too. */
#include "tage.h"

#include "stream/hash.h"

enum { TABLES = MSIM_HISTORY_TABLES, PLACE_BITS = MSIM_HISTORY_PLACE_BITS };
enum { TAG_SHIFT = 5, USE_SHIFT = 3, USE_ONE = 1 << USE_SHIFT, USE_ALL = 3 << USE_SHIFT };
enum { COUNTER = 7, TAKEN = 4, WEAK = TAKEN - 1 };
enum { AGES_AT = 1 << 18, OTHERS_MOST = 15, OTHERS_BETTER = 8 };
enum { BASE = 1 << MSIM_TAGE_BASE_BITS };

void msim_tage_init(struct msim_tage *tage)
{
    for (unsigned i = 0; i < MSIM_TAGE_ENTRIES; i++)
        tage->entry[i] = i < BASE ? USE_ALL | WEAK : WEAK;
    tage->others = OTHERS_BETTER;
    tage->branches = tage->made = 0;
}

/* A number for the base and for each table, from FIRST on. */
enum { FIRST = TABLES - 1 };

union numbers {
    uint16_t of[2 * TABLES];
    msim_lanes lanes[2]; /* the second has the tables */
};

/* What the tables say of a branch: `longest` and `other` are 0 for the base, else tables. */
struct found {
    union numbers place, value;
    unsigned longest, other;
};

static inline bool direction(unsigned value)
{
    return value / TAKEN & 1;
}

/* Neighbours in the program are neighbours in the base, too. */
static inline uint16_t base_of(uint64_t address)
{
    return (address >> 1 ^ address >> MSIM_TAGE_BASE_BITS) & (BASE - 1);
}

static inline void find(const struct msim_tage *tage, const struct msim_history *history,
                        uint64_t address, msim_lanes tag, struct found *found)
{
    const msim_lanes table = ((msim_lanes){0, 1, 2, 3, 4, 5, 6, 7} << PLACE_BITS) + BASE;
    const uint16_t *entry = tage->entry, base = base_of(address);
    msim_lanes at = msim_history_places(history, msim_mix(address)) + table;
    msim_lanes value = {entry[at[0]], entry[at[1]], entry[at[2]], entry[at[3]],
                        entry[at[4]], entry[at[5]], entry[at[6]], entry[at[7]]};
    found->place.of[FIRST] = base;
    found->place.lanes[1] = at;
    found->value.of[FIRST] = entry[base];
    found->value.lanes[1] = value;
    uint64_t hits = msim_history_hits((msim_lanes)(value >> TAG_SHIFT == tag));
    found->longest = msim_history_longest(&hits);
    found->other = msim_history_longest(&hits);
}

/* One step up or down. */
static inline unsigned step(unsigned number, unsigned most, bool up)
{
    return number + (up & (number < most)) - (!up & (number > 0));
}

/* The counter of an entry goes one step: the digits, from the last one on, follow 0 to 7. */
static inline unsigned learnt(unsigned value, bool taken)
{
    unsigned counter = value & COUNTER, following = taken ? 0x77654321 : 0x65432100;
    return value - counter + (following >> 4 * counter & COUNTER);
}

/* The use of an entry that said something else than the other. */
static inline unsigned judged(unsigned value, bool right)
{
    unsigned use = value >> USE_SHIFT & 3;
    return value + (step(use, 3, right) - use) * USE_ONE;
}

/* Makes an entry for what was not foreseen. */
static __attribute__((noinline)) void make(struct msim_tage *tage, const struct found *found,
                                           msim_lanes tag, bool taken)
{
    unsigned first = found->longest + 1;
    first += first < TABLES && ++tage->made % 2;
    for (unsigned i = first; i <= TABLES; i++)
        if (!(found->value.of[FIRST + i] & USE_ALL)) {
            tage->entry[found->place.of[FIRST + i]] =
                (uint16_t)(tag[i - 1] << TAG_SHIFT | (WEAK + taken));
            return;
        }
    for (unsigned i = first; i <= TABLES; i++)
        tage->entry[found->place.of[FIRST + i]] -= USE_ONE;
}

static __attribute__((noinline)) void age(struct msim_tage *tage)
{
    unsigned upper = tage->branches / AGES_AT & 1;
    uint16_t stays = (uint16_t) ~(USE_ONE << upper);
    for (unsigned i = BASE; i < MSIM_TAGE_ENTRIES; i++)
        tage->entry[i] &= stays;
}

bool msim_tage_branch(struct msim_tage *tage, struct msim_history *history, uint64_t address,
                      bool taken)
{
    msim_lanes tag = msim_history_tags(history, msim_mix(address));
    struct found found;
    find(tage, history, address, tag, &found);
    unsigned value = found.value.of[FIRST + found.longest];
    bool longest = direction(value), other = direction(found.value.of[FIRST + found.other]);
    bool is_new = (value & (USE_ALL | COUNTER)) - WEAK <= TAKEN - WEAK;
    bool predicted = is_new && tage->others >= OTHERS_BETTER ? other : longest;

    unsigned next = learnt(value, taken);
    if (longest != other) {
        next = judged(next, longest == taken);
        if (is_new)
            tage->others = (uint8_t)step(tage->others, OTHERS_MOST, other == taken);
    }
    tage->entry[found.place.of[FIRST + found.longest]] = (uint16_t)next;
    if ((predicted != taken) & (found.longest < TABLES))
        make(tage, &found, tag, taken);
    if (__builtin_expect(++tage->branches % AGES_AT == 0, 0))
        age(tage);
    msim_history_add(history, taken);
    return predicted == taken;
}
