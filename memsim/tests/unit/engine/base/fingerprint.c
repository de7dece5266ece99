/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of a fingerprint: which strings of a dictionary they are, their order and hash. */
#include "engine/base/fingerprint.h"

#include "engine/base/text.h"
#include "stream/dict.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

static struct msim_string string;
static char room[512];
static struct msim_dict dict;

UNIT_BEFORE()
{
    string = (struct msim_string){room, sizeof room, 0};
    room[0] = 0;
    dict = (struct msim_dict){0};
    msim_dict_init(&dict, &memory.mem);
}

static void must_put(const char *start, const char *wanted)
{
    struct msim_sink sink = msim_string_sink(&string);
    struct msim_text text;
    msim_text_init(&text, &sink);
    msim_put_fingerprint(&text, start, &dict);
    msim_text_flush(&text);
    ck_assert_str_eq(room, wanted);
}

UNIT_TEST(order)
{
    msim_dict_string(&dict, "# run: Ended: status 0");
    msim_dict_string(&dict, "# run: Environment: 7 B");
    msim_dict_string(&dict, "main");
    msim_dict_string(&dict, "# run: Allocator: 12 /a\nb");
    msim_dict_string(&dict, "# run: Program: 99 /prog");
    msim_dict_string(&dict, "# run: memsim: " MEMSIM_VERSION);
    msim_dict_string(&dict, "# run: Allocator: 34 /c");
    msim_dict_string(&dict, "Program: no fact");
    msim_dict_string(&dict, "# run: Something: of a later version");
    must_put("desc: ", "desc: memsim: " MEMSIM_VERSION "\ndesc: Program: 99 /prog\n"
                       "desc: Allocator: 12 /a b\ndesc: Allocator: 34 /c\n"
                       "desc: Environment: 7 B\ndesc: Ended: status 0\n");
}

UNIT_TEST(replayed)
{
    msim_dict_string(&dict, "# run: memsim: 0.0.1");
    must_put("# ", "# memsim: 0.0.1, replayed by " MEMSIM_VERSION "\n");
}

UNIT_TEST(nothing)
{
    msim_dict_string(&dict, "main");
    must_put("desc: ", "");
    ck_assert_uint_eq(msim_fingerprint_hash(&dict), 0);
}

/* FNV-1a of "libc: 1 /l\n", by hand; anything else has another. */
UNIT_TEST(hash)
{
    uint64_t wanted = UINT64_C(0xcbf29ce484222325);
    for (const char *at = "libc: 1 /l\n"; *at; at++)
        wanted = (wanted ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    msim_dict_string(&dict, "# run: libc: 1 /l");
    ck_assert_uint_eq(msim_fingerprint_hash(&dict), wanted);
    msim_dict_string(&dict, "# run: Environment: 7 B");
    ck_assert_uint_ne(msim_fingerprint_hash(&dict), wanted);
}

UNIT_TEST(facts)
{
    ck_assert_int_eq(msim_fact_of("memsim: 1"), MSIM_FACT_MEMSIM);
    ck_assert_int_eq(msim_fact_of("Environment: "), MSIM_FACT_ENVIRONMENT);
    ck_assert_int_eq(msim_fact_of("libc: x"), MSIM_FACT_LIBC);
    ck_assert_int_eq(msim_fact_of("libc:x"), MSIM_FACTS);
    ck_assert_int_eq(msim_fact_of("L2 cache: 1 B"), MSIM_FACTS);
    ck_assert_int_eq(msim_fact_of(""), MSIM_FACTS);
}
