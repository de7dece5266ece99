/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arrays that grow: what was put in stays, and there is always room for one more. */
#include "cmd/base/grow.h"

#include <stdint.h>
#include <string.h>

#include "tests/unit/lib/main.h"
#include "tests/unit/lib/must_end.h"

UNIT_EACH(zeroed, 4)
{
    static const size_t counts[] = {0, 1, 3, 1000};
    size_t count = counts[_i];
    unsigned char *bytes = msim_zeroed(count, 7);
    ck_assert_ptr_nonnull(bytes);
    for (size_t i = 0; i < 7 * (count ? count : 1); i++) /* one element at least */
        ck_assert_uint_eq(bytes[i], 0);
    free(bytes);
}

/* The sanitizer finds an element that has no room. */
UNIT_TEST(grows)
{
    struct {
        uint64_t a, b, c;
    } *array = NULL;
    for (size_t used = 0; used < 1000; used++) {
        array = msim_room(array, used, sizeof *array);
        array[used].a = array[used].b = array[used].c = used * used;
        for (size_t i = 0; i <= used; i += 1 + used / 10)
            ck_assert(array[i].a == i * i && array[i].c == i * i);
    }
    free(array);
}

/* Nothing is moved, and nothing but `used` is looked at, where there is room. */
UNIT_TEST(stays)
{
    char only[1];
    for (size_t used = 3; used < 100; used++)
        if (used & (used - 1))
            ck_assert_ptr_eq(msim_room(only, used, 1000), only);
}

UNIT_TEST(copies)
{
    char text[] = "a name";
    char *copy = msim_copy(text), *empty = msim_copy("");
    text[0] = 'x';
    ck_assert_str_eq(copy, "a name");
    ck_assert_str_eq(empty, "");
    free(copy);
    free(empty);
}

struct size {
    size_t used, each;
};

static void grow(const void *context)
{
    const struct size *size = context;
    free(msim_room(NULL, size->used, size->each));
}

UNIT_EACH(ends_where_sizes_overflow, 2)
{
    static const struct size sizes[] = {{SIZE_MAX / 2 + 1, 1}, {SIZE_MAX / 4 + 1, 4}};
    unit_must_end(1, "out of memory", grow, &sizes[_i]);
}
