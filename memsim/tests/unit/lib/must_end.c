/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The assertion of must_end.h. */
#include "must_end.h"

#include "ends.h"
#include "main.h"

struct closure {
    void (*call)(const void *with);
    const void *with;
};

static void call(void *self)
{
    const struct closure *closure = self;
    closure->call(closure->with);
}

void unit_must_end(int status, const char *message, void (*function)(const void *with),
                   const void *with)
{
    struct closure closure = {function, with};
    struct unit_end end = unit_ends(call, &closure);
    ck_assert_str_eq(end.message, message);
    ck_assert_int_eq(end.status, status);
}
