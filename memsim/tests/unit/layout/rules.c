/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The language of layouts: what rules mean, where bytes go, what is refused; and addresses. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/data/space/space.h"
#include "cmd/layout/rules/layout.h"
#include "cmd/layout/rules/plan.h"
#include "tests/unit/lib/main.h"

/* struct { char a; long b; char c; struct { int x, y; } d; }: "-" are its holes. */
static struct msim_plan_field fields[] = {
    {(char *)"a", 0, 1, 1},     {(char *)"b", 8, 16, 8},    {(char *)"c", 16, 17, 1},
    {(char *)"d.x", 20, 24, 4}, {(char *)"d.y", 24, 28, 4},
};
static const struct msim_plan_type type = {32, fields, sizeof fields / sizeof *fields};

/* The plan of the first rule, as "FROM-TO=PART@AT ...; SIZE SIZE"; p8: a pointer at 8 in part 0. */
static void plan_text(const char *text, uint64_t element, char *to, size_t room)
{
    struct msim_layout_rules layout;
    struct msim_plan plan;
    const char *name;
    size_t used = 0;
    to[0] = 0;
    ck_assert_msg(msim_layout_read(&layout, text), "%s: %s", text, layout.error);
    const struct msim_layout_rule *rule = &layout.rule[0];
    if (!msim_plan_make(&plan, rule, rule->type ? &type : NULL, element, &name)) {
        snprintf(to, room, "no %s", name ? name : "fit");
        msim_plan_free(&plan);
        msim_layout_free(&layout);
        return;
    }
    for (size_t i = 0; i < plan.pieces; i++) {
        const struct msim_plan_piece *piece = &plan.piece[i];
        if (piece->part == MSIM_PLAN_NOWHERE)
            used += (size_t)snprintf(to + used, room - used, "%" PRIu64 "-%" PRIu64 "=- ",
                                     piece->from, piece->to);
        else
            used +=
                (size_t)snprintf(to + used, room - used, "%" PRIu64 "-%" PRIu64 "=%u@%" PRIu64 " ",
                                 piece->from, piece->to, piece->part, piece->at);
    }
    used -= 1;
    used += (size_t)snprintf(to + used, room - used, ";");
    for (unsigned i = 0; i < plan.parts; i++)
        used += (size_t)snprintf(to + used, room - used, " %" PRIu64, plan.part[i].bytes);
    if (plan.has_pointer)
        snprintf(to + used, room - used, " p%" PRIu64, plan.pointer);
    msim_plan_free(&plan);
    msim_layout_free(&layout);
}

static const struct {
    const char *rule;
    uint64_t element;
    const char *plan;
} plans[] = {
    {"f: pool", 24, "0-24=0@0; 24"},
    {"f: order 16-24,0-8", 24, "0-8=0@8 8-16=0@16 16-24=0@0; 24"},
    {"f: order 120-128", 128, "0-120=0@8 120-128=0@0; 128"},
    {"f: order 4-8", 12, "0-4=0@4 4-8=0@0 8-12=0@8; 12"},
    {"f: split 0-8", 24, "0-8=0@0 8-24=1@0; 8 16"},
    {"f: split 8-16", 32, "0-8=1@0 8-16=0@0 16-32=1@8; 8 24"},
    {"f: split 0-8 | 8-16", 32, "0-8=0@0 8-16=1@0 16-32=1@8; 8 24"},
    {"f: split 0-8 | 8-16 | 16-20", 20, "0-8=0@0 8-16=1@0 16-20=2@0; 8 8 4"},
    {"f: split 0-4 -> 4-20", 20, "0-4=0@0 4-20=1@0; 16 16 p8"},
    {"f: split 0-4 ->", 20, "0-4=0@0 4-20=1@0; 16 16 p8"},
    {"f: split 0-24", 24, "0-24=0@0; 24"}, /* nothing is cold */
    {"f: soa 0-8,8-12", 16, "0-8=0@0 8-12=1@0 12-16=2@0; 8 4 4"},
    {"f: soa 8+4", 16, "0-8=1@0 8-12=0@0 12-16=2@0; 4 8 4"},
    {"f: pad 64", 24, "0-24=0@0; 64"},
    {"f: split 0-8 pad 64", 24, "0-8=0@0 8-24=1@0; 64 64"},
    {"f: order 8-16", 12, "no fit"},
    {"f: struct s: pack", 32,
     "0-1=0@16 1-8=- 8-16=0@0 16-17=0@17 17-20=- 20-24=0@8 24-28=0@12 28-32=-; 24"},
    {"f: struct s: pool", 32,
     "0-1=0@0 1-8=0@1 8-16=0@8 16-17=0@16 17-20=0@17 20-24=0@20 24-28=0@24 28-32=0@28; 32"},
    {"f: struct s: order c,a", 32,
     "0-1=0@1 1-8=- 8-16=0@8 16-17=0@0 17-20=- 20-24=0@16 24-28=0@20 28-32=-; 24"},
    {"f: struct s: split d", 32,
     "0-1=1@0 1-8=- 8-16=1@8 16-17=1@16 17-20=- 20-24=0@0 24-28=0@4 28-32=-; 8 24"},
    {"f: struct s: split d.y,8-16", 32,
     "0-1=1@0 1-8=- 8-16=0@8 16-17=1@1 17-20=- 20-24=1@4 24-28=0@0 28-32=-; 16 8"},
    {"f: struct s: soa b", 32,
     "0-1=1@0 1-8=- 8-16=0@0 16-17=2@0 17-20=- 20-24=3@0 24-28=4@0 28-32=-; 8 1 1 4 4"},
    {"f: struct s: order e", 32, "no e"},
};

UNIT_ROWS(plan, plans)
{
    char text[400];
    plan_text(plans[_i].rule, plans[_i].element, text, sizeof text);
    ck_assert_msg(!strcmp(text, plans[_i].plan), "%s: %s", plans[_i].rule, text);
}

/* Each byte is in the piece that has it. */
UNIT_TEST(pieces)
{
    struct msim_layout_rules layout;
    struct msim_plan plan;
    const char *name;
    ck_assert(msim_layout_read(&layout, "f: soa 3-5,9-10,10-24"));
    ck_assert(msim_plan_make(&plan, &layout.rule[0], NULL, 31, &name));
    for (uint64_t byte = 0; byte < 31; byte++) {
        const struct msim_plan_piece *piece = msim_plan_piece_at(&plan, byte);
        ck_assert(byte >= piece->from && byte < piece->to);
    }
    msim_plan_free(&plan);
    msim_layout_free(&layout);
}

/* --- Where -------------------------------------------------------------------------------- */

static const struct {
    const char *text, *where; /* frames, the innermost first: FUNCTION@FILE:LINE */
} wheres[] = {
    {"make_node: pool", "make_node@-:0"},
    {"make_node@list.c:12: pool", "make_node@list.c:12"},
    {"make_node@list.c: pool", "make_node@list.c:0"},
    {"list.c:12: pool", "-@list.c:12"},
    {"@list.c: pool", "-@list.c:0"},
    {"main->make: pool", "make@-:0 main@-:0"},
    {"a@x.c:1 -> b@y.c:2 -> c: pool", "c@-:0 b@y.c:2 a@x.c:1"},
    {"std::vector<int>::push_back(int&&)@v.h:7: pool", "std::vector<int>::push_back(int&&)@v.h:7"},
    {"P::operator->(): pool", "P::operator->()@-:0"},
    {"ns::make: pool", "ns::make@-:0"},
    {"operator new(unsigned long): pool", "operator new(unsigned long)@-:0"},
};

UNIT_ROWS(where, wheres)
{
    struct msim_layout_rules layout;
    char text[200] = "";
    size_t used = 0;
    ck_assert_msg(msim_layout_read(&layout, wheres[_i].text), "%s", layout.error);
    for (size_t i = 0; i < layout.rule[0].frames; i++) {
        const struct msim_layout_frame *frame = &layout.rule[0].frame[i];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s@%s:%" PRIu64, i ? " " : "",
                                 frame->function ? frame->function : "-",
                                 frame->file ? frame->file : "-", frame->line);
    }
    ck_assert_str_eq(text, wheres[_i].where);
    msim_layout_free(&layout);
}

UNIT_TEST(several)
{
    struct msim_layout_rules layout;
    ck_assert(msim_layout_read(&layout,
                               "# first\nf: pool; g: 24 bytes after 8: pad 48, align 16\n\n"
                               "static a, b: apart # both\n"));
    ck_assert_uint_eq(layout.rules, 3);
    ck_assert_str_eq(layout.rule[0].text, "f: pool");
    ck_assert(layout.rule[0].pool);
    ck_assert_uint_eq(layout.rule[1].element, 24);
    ck_assert_uint_eq(layout.rule[1].after, 8);
    ck_assert_uint_eq(layout.rule[1].pad, 48);
    ck_assert_uint_eq(layout.rule[1].align, 16);
    ck_assert_uint_eq(layout.rule[2].variables, 2);
    ck_assert_str_eq(layout.rule[2].variable[1], "b");
    ck_assert(layout.rule[2].apart);
    msim_layout_free(&layout);
}

UNIT_TEST(local)
{
    struct msim_layout_rules layout;
    ck_assert(msim_layout_read(&layout, "stack f(int, char) -4096+1024: 64 bytes: pad 80"));
    ck_assert(layout.rule[0].is_local);
    ck_assert_str_eq(layout.rule[0].frame[0].function, "f(int, char)");
    ck_assert_uint_eq(layout.rule[0].below, 4096);
    ck_assert_uint_eq(layout.rule[0].local, 1024);
    ck_assert_uint_eq(layout.rule[0].element, 64);
    msim_layout_free(&layout);
}

/* --- Refusals ----------------------------------------------------------------------------- */

static const struct {
    const char *text, *error;
    size_t line;
} refusals[] = {
    {"", "expected a rule", 1},
    {"# none", "expected a rule", 1},
    {"f", "expected WHERE: CHANGES", 1},
    {"f:", "expected WHERE: CHANGES", 1},
    {"f: ", "expected WHERE: CHANGES", 1},
    {": pool", "expected a function or FILE:LINE", 1},
    {"f@: pool", "expected the name of a file", 1},
    {"f->: pool", "expected a function or FILE:LINE", 1},
    {"a.c:0: pool", "expected a line from 1", 1},
    {"a.c:99999999999: pool", "expected a line from 1", 1},
    {"f: pool\ng: cool", "'cool': expected order FIELDS, split", 2},
    {"f: order", "expected a field", 1},
    {"f: order 0-8,", "expected a field", 1},
    {"f: order 8-8", "'8-8': expected bytes as FIRST-END", 1},
    {"f: order 9-8", "'9-8': expected bytes as FIRST-END", 1},
    {"f: order 0-9999999", "expected bytes as FIRST-END", 1},
    {"f: order 99999999999999999999-100000000000000000000", "expected bytes as FIRST-END", 1},
    {"f: order 0-8,4-12", "'4-12' is listed twice", 1},
    {"f: 8 bytes: order 8-16", "8-16: expected bytes of the element, which has 8", 1},
    {"f: order next", "'next' needs a type", 1},
    {"f: struct s: order a,a", "'a' is listed twice", 1},
    {"f: order 0-8 split 0-8", "exclude each other", 1},
    {"f: split 0-8 |", "expected a field", 1},
    {"f: soa", "soa needs a type or fields", 1},
    {"f: pack", "pack needs a type", 1},
    {"f: struct s: pack order a", "no pack beside", 1},
    {"f: pad 0", "pad 0: expected a number of bytes from 1", 1},
    {"f: pad", "pad : expected a number", 1},
    {"f: align 24", "align 24: expected a power of two", 1},
    {"f: align 1000000000000", "expected a power of two from 1 to 65536", 1},
    {"f: apart", "expected 'static NAME,...: apart'", 1},
    {"static a: pool", "expected blocks of the heap for pool", 1},
    {"stack f: pad 64", "'stack f': expected 'stack FUNCTION -N+BYTES'", 1},
    {"stack f -8+16: pad 64", "expected 'stack FUNCTION", 1},
    {"stack f -99999999+16: pad 64", "expected 'stack FUNCTION", 1},
    {"stack f -8+0: pad 64", "expected 'stack FUNCTION", 1},
    {"stack f -16+16x: pad 64", "expected 'stack FUNCTION", 1},
    {"stack f(int) -16+16: pool", "for pool, not variables", 1},
    {"static a: apart together", "not both", 1},
    {"static a,: align 64", "expected the name of a variable after ','", 1},
    {"f: 0 bytes: pool", "expected from 1 to", 1},
    {"f: 8 byte s: pool", "expected a type, or '24 bytes'", 1},
    {"f: : pool", "expected a type or '24 bytes' between the colons", 1},
    {"f: pool pool\x01", "a control character", 1},
};

UNIT_ROWS(refused, refusals)
{
    struct msim_layout_rules layout;
    bool good = msim_layout_read(&layout, refusals[_i].text);
    ck_assert_msg(!good, "%s", refusals[_i].text);
    ck_assert_msg(strstr(layout.error, refusals[_i].error) != NULL, "%s: %s", refusals[_i].text,
                  layout.error);
    ck_assert_uint_eq(layout.line, refusals[_i].line);
    msim_layout_free(&layout);
}

/* --- Addresses ---------------------------------------------------------------------------- */

UNIT_TEST(addresses)
{
    struct msim_space space = {.lists = 0};
    uint64_t a = msim_space_get(&space, MSIM_SPACE_MALLOC, 24, 1);
    uint64_t b = msim_space_get(&space, MSIM_SPACE_MALLOC, 25, 1);
    uint64_t c = msim_space_get(&space, MSIM_SPACE_MALLOC, 1, 1);
    ck_assert_uint_eq(a % 16, 0);
    ck_assert_uint_eq(b - a, 32); /* with a header of 8 bytes, in units of 16 */
    ck_assert_uint_eq(c - b, 48);
    msim_space_put(&space, MSIM_SPACE_MALLOC, 24, 1, a);
    msim_space_put(&space, MSIM_SPACE_MALLOC, 1, 1, c);
    ck_assert_uint_eq(msim_space_get(&space, MSIM_SPACE_MALLOC, 20, 1), c); /* the last first */
    ck_assert_uint_eq(msim_space_get(&space, MSIM_SPACE_MALLOC, 20, 1), a);
    uint64_t large = msim_space_get(&space, MSIM_SPACE_MALLOC, 200000, 1);
    ck_assert_uint_eq(large % 4096, 16);
    ck_assert_uint_eq(msim_space_get(&space, MSIM_SPACE_MALLOC, 64, 64) % 64, 0);
    uint64_t first = msim_space_get(&space, MSIM_SPACE_POOLS, 24, 8);
    ck_assert_uint_eq(msim_space_get(&space, MSIM_SPACE_POOLS, 24, 8) - first, 24);
    uint64_t other = msim_space_get(&space, MSIM_SPACE_POOLS + 1, 24, 8);
    ck_assert_uint_ge(other - first, MSIM_SPACE_REGION);
    ck_assert_uint_ne(other / 64 % 64, first / 64 % 64);
    ck_assert_uint_eq(msim_space_get(&space, MSIM_SPACE_POOLS, MSIM_SPACE_REGION, 8), 0);
    ck_assert_uint_eq(msim_space_get(&space, MSIM_SPACE_POOLS, MSIM_SPACE_REGION - (1 << 20), 8) /
                          MSIM_SPACE_REGION,
                      first / MSIM_SPACE_REGION);
    ck_assert_uint_eq(msim_space_get(&space, MSIM_SPACE_POOLS, 1 << 21, 8), 0); /* full */
    msim_space_free(&space);
}
