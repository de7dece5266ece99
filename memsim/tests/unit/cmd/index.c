/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hash index and sets of names, against a search through all of them. */
#include "cmd/base/index.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { NAMES = 700, ROUNDS = 4000 };

struct wanted {
    char (*name)[16];
    const char *text;
    bool is_careless; /* the planted fault: an equal hash is enough */
};

static bool is_wanted(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    return wanted->is_careless || !strcmp(wanted->name[number], wanted->text);
}

static uint32_t search(char (*name)[16], uint32_t names, const char *text)
{
    for (uint32_t i = 0; i < names; i++)
        if (!strcmp(name[i], text))
            return i;
    return MSIM_NOTHING;
}

/* Finds and adds random names, with hashes of `bits` bits; whether all was found where it is. */
static bool agrees(unsigned bits, bool is_careless)
{
    static char name[NAMES][16];
    struct msim_index index = {0};
    struct unit_random random = {bits};
    uint32_t names = 0;
    bool good = true;
    for (int i = 0; i < ROUNDS; i++) {
        char text[16];
        snprintf(text, sizeof text, "f%u", (unsigned)unit_below(&random, NAMES));
        uint32_t hash = msim_hash(text, 0) & (uint32_t)((UINT64_C(1) << bits) - 1);
        struct wanted wanted = {name, text, is_careless};
        uint32_t found = msim_index_find(&index, hash, is_wanted, &wanted);
        good &= found == search(name, names, text);
        if (found != MSIM_NOTHING || search(name, names, text) != MSIM_NOTHING)
            continue;
        strcpy(name[names], text);
        msim_index_add(&index, hash, names++);
    }
    ck_assert(is_careless || index.used == names);
    msim_index_free(&index);
    ck_assert_ptr_null(index.slot);
    return good;
}

UNIT_EACH(finds, 4)
{
    static const unsigned bits[] = {0, 3, 8, 32};
    ck_assert(agrees(bits[_i], false));
}

UNIT_TEST(finds_planted_fault)
{
    ck_assert(!agrees(3, true));
}

UNIT_TEST(finds_nothing_in_nothing)
{
    struct msim_index index = {0};
    ck_assert_uint_eq(msim_index_find(&index, 0, is_wanted, NULL), MSIM_NOTHING);
    msim_index_free(&index);
}

/* The low bits alone choose the slot: similar names must not share them. */
UNIT_TEST(hashes_spread)
{
    unsigned used[1024] = {0}, most = 0;
    for (unsigned i = 0; i < 1024; i++) {
        char text[32];
        snprintf(text, sizeof text, "/usr/include/file%u.h", i);
        unsigned *slot = &used[msim_hash(text, 0) & 1023];
        most = ++*slot > most ? *slot : most;
    }
    ck_assert_uint_le(most, 8);
    ck_assert_uint_ne(msim_hash("main", 1), msim_hash("main", 2));
    ck_assert_uint_ne(msim_hash("ab", 0), msim_hash("ba", 0));
    ck_assert_uint_eq(msim_hash("main", 1), msim_hash("main", 1));
}

UNIT_TEST(numbers_names)
{
    struct msim_names names = {0};
    char text[] = "b";
    ck_assert_uint_eq(msim_names_number(&names, text), 0);
    text[0] = 'a'; /* the set has a copy */
    ck_assert_uint_eq(msim_names_number(&names, text), 1);
    ck_assert_uint_eq(msim_names_number(&names, ""), 2);
    ck_assert_uint_eq(msim_names_number(&names, "b"), 0);
    ck_assert_uint_eq(msim_names_number(&names, "a"), 1);
    ck_assert_uint_eq(names.count, 3);
    ck_assert_str_eq(names.name[0], "b");
    ck_assert_str_eq(names.name[2], "");
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(text, sizeof text, "%c", 'a' + i % 2);
        msim_names_number(&names, text);
    }
    ck_assert_uint_eq(names.count, 3);
    msim_names_free(&names);
    ck_assert_uint_eq(names.count, 0);
}
