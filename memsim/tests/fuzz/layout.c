/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/layout ROUNDS FILE...: reads mutations of the files as layouts, and makes plans of what is accepted; the
 * sanitizers watch.  mutate.h says what else it takes.
 *
 * Checks of plans that each byte of an element has one place, in its part, that no other byte has.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/layout/rules/layout.h"
#include "cmd/layout/rules/plan.h"
#include "forms.h"

enum { ELEMENT = 300 };

static const char words[] =
    "~: ~:~;~#~,~|~->~@~*~+~8-16~0+8~16-8~1048576~1048577~99999999999999999999999~order~split~soa"
    "~pack~pad~align~pool~apart~together~static ~8 bytes~ bytes after 8~struct a~.order~operator->"
    "~\x01~a.c:1";

static struct msim_plan_field fields[] = {
    {(char *)"next", 0, 8, 8}, {(char *)"key", 8, 12, 4}, {(char *)"order", 16, 17, 1}};
static const struct msim_plan_type type = {24, fields, 3};

static void check_plan(const struct msim_plan *plan)
{
    static unsigned char taken[MSIM_LAYOUT_FIELDS + 1][2 * ELEMENT];
    uint64_t next = 0;
    memset(taken, 0, sizeof taken);
    for (size_t i = 0; i < plan->pieces; i++) {
        const struct msim_plan_piece *piece = &plan->piece[i];
        if (piece->from != next || piece->to <= piece->from)
            msim_fuzz_fail("pieces that do not follow each other");
        next = piece->to;
        if (piece->part == MSIM_PLAN_NOWHERE)
            continue;
        if (piece->part >= plan->parts ||
            piece->at + piece->to - piece->from > plan->part[piece->part].bytes ||
            piece->at + piece->to - piece->from > 2 * ELEMENT)
            msim_fuzz_fail("a piece outside of its part");
        for (uint64_t k = 0; k < piece->to - piece->from; k++)
            if (taken[piece->part][piece->at + k]++)
                msim_fuzz_fail("two bytes in one place");
    }
    if (next != plan->element)
        msim_fuzz_fail("pieces that are not the element");
}

static void try_rule(const struct msim_layout_rule *rule)
{
    struct msim_plan plan;
    const char *name;
    const struct msim_plan_type *of = rule->type ? &type : NULL;
    uint64_t element = of ? of->bytes : 1 + msim_any(ELEMENT);
    size_t names;
    char **all = msim_plan_names(rule, of, &names);
    for (size_t i = 0; i < names; i++)
        free(all[i]);
    free(all);
    if (msim_plan_make(&plan, rule, of, element, &name))
        check_plan(&plan);
    msim_plan_free(&plan);
}

static bool run_round(struct msim_bytes file)
{
    struct msim_layout_rules layout;
    bool good = msim_layout_read(&layout, file.at);
    free(file.at);
    for (size_t i = 0; good && i < layout.rules; i++)
        try_rule(&layout.rule[i]);
    if (!good && !layout.error[0])
        msim_fuzz_fail("an error without a reason");
    for (const char *c = layout.error; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            msim_fuzz_fail("an error with a control character");
    msim_layout_free(&layout);
    return good;
}

const struct msim_fuzz msim_fuzz = {
    .words = words, .field_ends = ":,;| \n", .round = run_round, .planted = "f: pool"};
