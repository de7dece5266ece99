/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Proposals of advise.h in the words of those who write the program. */
#include <inttypes.h>
#include <stdio.h>

#include "advise.h"
#include "cmd/base/grow.h"

/* "price, quantity and open", "bytes 0-8 and 16-24" */
static void put_fields(const struct msim_layout_rule *rule, FILE *to)
{
    for (size_t i = 0; i < rule->fields; i++) {
        const struct msim_layout_field *field = &rule->field[i];
        fputs(!i ? "" : i + 1 == rule->fields ? " and " : ", ", to);
        if (field->name)
            fputs(field->name, to);
        else
            fprintf(to, "%s%" PRIu64 "-%" PRIu64, i ? "" : "bytes ", field->from, field->to);
    }
}

/* The blocks or variables, without what rules need to find them. */
static void put_data(const struct msim_proposal *proposal, const struct msim_watched *object,
                     const char *name, FILE *to)
{
    const struct msim_layout_rule *rule = &proposal->layout.rule[0];
    if (object->is_variable)
        fputs(name, to);
    else if (rule->blocks)
        fprintf(to, "each %s of %s", rule->blocks, rule->frame[0].function);
    else
        fprintf(to, "the blocks of %s", rule->where);
}

/* What has the fields. */
static void put_element(const struct msim_proposal *proposal, const struct msim_watched *object,
                        const char *name, FILE *to)
{
    const struct msim_layout_rule *rule = &proposal->layout.rule[0];
    if (rule->type) {
        fputs(rule->type, to);
        return;
    }
    if (object->is_array)
        fputs("the elements of ", to);
    put_data(proposal, object, name, to);
}

static void put_changes(const struct msim_proposal *proposal, const struct msim_watched *object,
                        const char *name, FILE *to)
{
    const struct msim_layout_rule *rule = &proposal->layout.rule[0];
    static const char *const before[] = {"", "put ", "split ", "keep an array for each of "};
    static const char *const after[] = {"", " first", " from the rest", ""};
    if (rule->kind != MSIM_LAYOUT_KEEP) {
        fputs(before[rule->kind], to);
        put_fields(rule, to);
        fputs(" of ", to);
        put_element(proposal, object, name, to);
        fputs(after[rule->kind], to);
        fputs(rule->pool ? ", and take blocks from a pool" : "", to);
        if (rule->align)
            fprintf(to, ", and align blocks to %" PRIu64 " bytes", rule->align);
    } else if (rule->pool) {
        fputs("take ", to);
        put_data(proposal, object, name, to);
        fputs(" from a pool", to);
    } else if (rule->pad) {
        fputs("pad ", to);
        put_element(proposal, object, name, to);
        fprintf(to, " to a multiple of %" PRIu64 " bytes, aligned to %" PRIu64, rule->pad,
                rule->align);
    } else {
        fputs("align ", to);
        put_data(proposal, object, name, to);
        fprintf(to, " to %" PRIu64 " bytes", rule->align);
    }
}

char *msim_proposal_words(const struct msim_proposal *proposal, const struct msim_watched_all *all)
{
    const struct msim_layout_rule *rule = &proposal->layout.rule[0];
    const struct msim_watched *object = &all->object[proposal->object];
    char *text = NULL;
    size_t bytes;
    FILE *to = msim_open_text(&text, &bytes);
    if (rule->together)
        fputs("put ", to);
    for (size_t i = 0; rule->together && i < rule->variables; i++)
        fprintf(to, "%s%s", !i ? "" : i + 1 == rule->variables ? " and " : ", ", rule->variable[i]);
    if (rule->together)
        fputs(" side by side on one line", to);
    else
        put_changes(proposal, object, msim_watched_name(all, object), to);
    fclose(to);
    return text;
}
