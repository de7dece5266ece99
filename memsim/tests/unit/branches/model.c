/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The model of model.h. */
#include "model.h"

#include <stdlib.h>

enum { TABLES = 8, BASES = 8192, PLACES = 4096, TARGET_PLACES = 512, DEEPEST = 1000 };
enum { AGES_AT = 262144, BRANCHES_MOST = 1000, SETS = 4096, WAYS = 4, TAGS = 16384 };

static const unsigned length[TABLES + 1] = {0, 4, 7, 12, 21, 36, 63, 109, 190};
static const unsigned factor[TABLES + 1] = {0,      0x9e37, 0x79b9, 0x7f4b, 0x7c15,
                                            0xd6e9, 0xfeb9, 0x6659, 0xfd93};

struct entry {
    unsigned tag;
    int counter, use;
};

struct target {
    uint64_t target;
    unsigned tag;
    bool sure, useful;
};

struct taken {
    bool there, both;
    unsigned tag;
};

struct model_branches {
    enum model_fault fault;
    struct taken taken[SETS][WAYS]; /* the newest first */
    bool *bits;                     /* the newest last */
    unsigned long used, room;
    struct entry base[BASES], table[TABLES + 1][PLACES];
    int others;
    unsigned long branches, made;
    struct target targets[TABLES + 1][TARGET_PLACES];
    struct {
        uint64_t address, last, second;
        bool several;
    } branch[BRANCHES_MOST];
    unsigned branch_used;
    uint64_t returns[DEEPEST];
    unsigned newest;
};

struct model_branches *model_make(enum model_fault fault)
{
    struct model_branches *model = calloc(1, sizeof *model);
    model->fault = fault;
    for (unsigned i = 0; i < BASES; i++)
        model->base[i].counter = 3;
    for (unsigned table = 1; table <= TABLES; table++)
        for (unsigned i = 0; i < PLACES; i++)
            model->table[table][i].counter = 3;
    model->others = 8;
    return model;
}

void model_free(struct model_branches *model)
{
    free(model->bits);
    free(model);
}

/* --- The history ------------------------------------------------------------------------------ */

static void add(struct model_branches *model, bool bit)
{
    if (model->used == model->room) {
        model->room = 2 * model->room + 100;
        model->bits = realloc(model->bits, model->room * sizeof *model->bits);
    }
    model->bits[model->used++] = bit;
}

/* What remains of the history as a polynomial, its oldest bit the highest coefficient. */
static unsigned fold(const struct model_branches *model, unsigned table)
{
    unsigned long bits = length[table] - (model->fault == MODEL_SHORT && table == TABLES);
    unsigned rest = 0;
    for (unsigned long i = bits < model->used ? model->used - bits : 0; i < model->used; i++) {
        rest = 2 * rest + model->bits[i];
        if (rest >= 65536)
            rest ^= 65536 + 4096 + 8 + 2 + 1;
    }
    return rest;
}

static uint64_t hash(uint64_t number)
{
    uint64_t product = number * UINT64_C(0x9e3779b97f4a7c15);
    return product ^ product >> 32;
}

static unsigned place(unsigned folded, uint64_t address, unsigned table)
{
    return (folded ^ hash(address) % 65536) * factor[table] % 65536 / 16;
}

static unsigned tag(unsigned folded, uint64_t address)
{
    return (folded ^ hash(address) / 65536 % 65536) * 0xb58d % 65536 / 32;
}

/* --- Directions ------------------------------------------------------------------------------- */

static void step(int *number, int most, bool up)
{
    if (up && *number < most)
        ++*number;
    if (!up && *number > 0)
        --*number;
}

static void make(struct model_branches *model, struct entry **entry, const unsigned *tags,
                 unsigned from, bool taken)
{
    if (from < TABLES && ++model->made % 2 && model->fault != MODEL_FIRST)
        from++;
    for (unsigned i = from; i <= TABLES; i++)
        if (!entry[i]->use) {
            *entry[i] = (struct entry){tags[i], taken ? 4 : 3, 0};
            return;
        }
    for (unsigned i = from; i <= TABLES && model->fault != MODEL_NEVER_FULL; i++)
        entry[i]->use--;
}

static void age(struct model_branches *model)
{
    bool upper = model->branches / AGES_AT % 2;
    for (unsigned table = 1; table <= TABLES; table++)
        for (unsigned i = 0; i < PLACES; i++)
            if (upper)
                model->table[table][i].use %= 2;
            else
                model->table[table][i].use -= model->table[table][i].use % 2;
}

/* The entries of all tables for a branch; the longest history that has one, and the next. */
static void find(struct model_branches *model, uint64_t address, struct entry **entry,
                 unsigned *tags, unsigned *longest, unsigned *other)
{
    entry[0] = &model->base[(address / 2 ^ address / BASES) % BASES];
    *longest = *other = 0;
    for (unsigned i = 1; i <= TABLES; i++) {
        unsigned folded = fold(model, i);
        tags[i] = tag(folded, address);
        entry[i] = &model->table[i][place(folded, address, i)];
        if (entry[i]->tag == tags[i]) {
            *other = *longest;
            *longest = i;
        }
    }
}

static bool by_history(struct model_branches *model, uint64_t address, bool taken)
{
    struct entry *entry[TABLES + 1];
    unsigned tags[TABLES + 1], longest, other;
    find(model, address, entry, tags, &longest, &other);
    bool says = entry[longest]->counter >= 4, other_says = entry[other]->counter >= 4;
    int counter = entry[longest]->counter;
    bool is_new = longest && !entry[longest]->use && (counter == 3 || counter == 4);
    bool predicted =
        is_new && model->others >= 8 && model->fault != MODEL_NO_OTHER ? other_says : says;
    step(&entry[longest]->counter, 7, taken);
    if (says != other_says) {
        if (model->fault != MODEL_NO_USE)
            step(&entry[longest]->use, 3, says == taken);
        if (is_new)
            step(&model->others, 15, other_says == taken);
    }
    if (predicted != taken && longest < TABLES)
        make(model, entry, tags, longest + 1, taken);
    model->branches++;
    if (model->branches % AGES_AT == 0 && model->fault != MODEL_NO_AGE)
        age(model);
    add(model, taken);
    return predicted == taken;
}

/* Puts it first in its set; the last one leaves. */
static void discover(struct model_branches *model, struct taken *set, unsigned tagged)
{
    unsigned ways = model->fault == MODEL_NARROW ? WAYS - 1 : WAYS;
    for (unsigned i = ways - 1; i > 0; i--)
        set[i] = set[i - 1];
    set[0] = (struct taken){true, false, tagged};
}

bool model_conditional(struct model_branches *model, uint64_t address, bool taken)
{
    struct taken *set = model->taken[hash(address) % SETS];
    unsigned tagged = (unsigned)(hash(address) / 65536 % TAGS), at = 0;
    while (at < WAYS && !(set[at].there && set[at].tag == tagged))
        at++;
    if (at < WAYS && set[at].both)
        return by_history(model, address, taken);
    if (model->fault == MODEL_EARLY)
        add(model, taken);
    if (at == WAYS && taken)
        discover(model, set, tagged);
    if (at == WAYS)
        return !taken;
    set[at].both = !taken && model->fault != MODEL_ONE_WAY;
    return taken;
}

/* --- Targets ---------------------------------------------------------------------------------- */

static void teach(struct model_branches *model, struct target *entry, uint64_t other,
                  uint64_t target)
{
    bool right = entry->target == target;
    if (right && other != target)
        entry->useful = model->fault != MODEL_USELESS;
    if (!right && other == target)
        entry->useful = false;
    if (!right && (!entry->sure || model->fault == MODEL_UNSURE))
        entry->target = target;
    entry->sure = right;
}

static void make_target(struct target **entry, const unsigned *tags, unsigned from, uint64_t target)
{
    for (unsigned i = from; i <= TABLES; i++)
        if (!entry[i]->useful) {
            *entry[i] = (struct target){target, tags[i], false, false};
            return;
        }
    for (unsigned i = from; i <= TABLES; i++)
        entry[i]->useful = false;
}

static bool one_of_several(struct model_branches *model, uint64_t address, uint64_t last,
                           uint64_t target)
{
    struct target *entry[TABLES + 1];
    unsigned tags[TABLES + 1], longest = 0, other = 0;
    for (unsigned i = 1; i <= TABLES; i++) {
        unsigned folded = fold(model, i);
        tags[i] = tag(folded, address);
        entry[i] = &model->targets[i][place(folded, address, i) / 8];
        if (entry[i]->tag == tags[i]) {
            other = longest;
            longest = i;
        }
    }
    uint64_t predicted = longest ? entry[longest]->target : last;
    if (longest)
        teach(model, entry[longest], other ? entry[other]->target : last, target);
    if (predicted != target)
        make_target(entry, tags, longest + 1, target);
    for (unsigned i = 0; i < 4 && model->fault != MODEL_STRAIGHT; i++)
        add(model, hash(target) >> (60 + i) & 1);
    return predicted == target;
}

bool model_indirect(struct model_branches *model, uint64_t address, uint64_t target,
                    struct msim_goes *goes)
{
    unsigned i = 0;
    while (i < model->branch_used && model->branch[i].address != address)
        i++;
    bool is_known = i < model->branch_used;
    uint64_t last = model->branch[i].last;
    model->branch_used += !is_known;
    model->branch[i].address = address;
    model->branch[i].last = target;
    goes->elsewhere = is_known && last != target;
    if (!model->branch[i].several)
        model->branch[i].second = target;
    if (goes->elsewhere)
        model->branch[i].several = true;
    goes->several = model->branch[i].several;
    goes->aside = target != model->branch[i].second;
    return model->branch[i].several ? one_of_several(model, address, last, target) : is_known;
}

/* --- Returns ---------------------------------------------------------------------------------- */

static unsigned returns(const struct model_branches *model)
{
    return model->fault == MODEL_DEEP ? 33 : 32;
}

void model_call(struct model_branches *model, uint64_t returns_to)
{
    model->newest = (model->newest + 1) % returns(model);
    model->returns[model->newest] = returns_to;
}

bool model_return(struct model_branches *model, uint64_t target)
{
    uint64_t predicted = model->returns[model->newest];
    model->newest = (model->newest + returns(model) - 1) % returns(model);
    return predicted == target;
}
