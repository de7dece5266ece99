/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The order and the names of sites.h. */
#include "sites.h"

#include "engine/base/sort.h"
#include "objectname.h"

static bool string_before(const void *context, uint32_t a, uint32_t b)
{
    return msim_compare_text(msim_dict_text(context, a), msim_dict_text(context, b)) < 0;
}

const uint32_t *msim_string_ranks(const struct msim_dict *dict, const struct msim_mem *mem)
{
    uint32_t strings = dict->strings.used;
    uint32_t *sorted = msim_sorted(mem, strings, string_before, dict);
    uint32_t *rank = msim_get(mem, (strings + 1) * sizeof *rank, 8);
    for (uint32_t i = 0; i < strings; i++)
        rank[sorted[i]] = i;
    return rank;
}

struct order {
    const struct msim_dict *dict;
    const uint32_t *rank; /* of strings */
    bool inlined;
};

static const struct msim_inlined *call_at(const struct msim_dict *dict, uint32_t number)
{
    return msim_dict_inlined_at(dict, number);
}

/* Code that is in no inlined call comes first. */
static bool call_before(const struct order *order, uint32_t a, uint32_t b)
{
    for (; a && b && a != b;
         a = call_at(order->dict, a)->outer, b = call_at(order->dict, b)->outer) {
        const struct msim_inlined *x = call_at(order->dict, a), *y = call_at(order->dict, b);
        if (x->function != y->function)
            return order->rank[x->function] < order->rank[y->function];
        if (x->file != y->file)
            return order->rank[x->file] < order->rank[y->file];
        if (x->line != y->line)
            return x->line < y->line;
    }
    return !a && b;
}

/* Code of an unknown object comes first. */
static uint32_t object_rank(const struct order *order, const struct msim_site *site)
{
    return site->object ? order->rank[site->object - 1] + 1 : 0;
}

static bool site_before(const void *context, uint32_t a, uint32_t b)
{
    const struct order *order = context;
    const struct msim_site *x = msim_dict_site_at(order->dict, a);
    const struct msim_site *y = msim_dict_site_at(order->dict, b);
    if (x->object != y->object)
        return object_rank(order, x) < object_rank(order, y);
    if (order->inlined && x->inlined != y->inlined)
        return call_before(order, x->inlined, y->inlined);
    if (x->file != y->file)
        return order->rank[x->file] < order->rank[y->file];
    if (x->function != y->function)
        return order->rank[x->function] < order->rank[y->function];
    return x->line < y->line;
}

bool msim_sites_are_one(const struct msim_dict *dict, uint32_t a, uint32_t b, bool inlined)
{
    const struct msim_site *x = msim_dict_site_at(dict, a), *y = msim_dict_site_at(dict, b);
    return x->object == y->object && x->file == y->file && x->function == y->function &&
           x->line == y->line && (!inlined || x->inlined == y->inlined);
}

/* Ranks the strings first, so that sites are compared by numbers. */
const uint32_t *msim_sites_sorted(const struct msim_dict *dict, const struct msim_mem *mem,
                                  bool inlined)
{
    struct order order = {dict, msim_string_ranks(dict, mem), inlined};
    return msim_sorted(mem, dict->sites.used, site_before, &order);
}

void msim_site_lines_init(struct msim_site_lines *lines, struct msim_text *text,
                          const struct msim_dict *dict, bool inlined)
{
    *lines = (struct msim_site_lines){.text = text,
                                      .dict = dict,
                                      .show_inlined = inlined,
                                      .file = UINT32_MAX,
                                      .function = UINT32_MAX};
}

void msim_site_lines_show_objects(struct msim_site_lines *lines)
{
    lines->show_objects = true;
}

static void put_named(struct msim_site_lines *lines, const char *what, const char *name)
{
    msim_put(lines->text, what);
    msim_put_name(lines->text, name);
    msim_put(lines->text, "\n");
}

static void put_function(struct msim_site_lines *lines, const struct msim_site *site)
{
    msim_put(lines->text, "fn=");
    msim_put_function_in(lines->text, lines->dict, site->function,
                         lines->show_objects ? site->object : 0);
    msim_put(lines->text, "\n");
}

/* Files and functions are named again in each object. */
static void put_object(struct msim_site_lines *lines, uint32_t object)
{
    if (object == lines->object)
        return;
    put_named(lines, "fl=# object: ", object ? msim_dict_text(lines->dict, object - 1) : "???");
    lines->object = object;
    lines->inlined = 0;
    lines->file = lines->function = UINT32_MAX;
}

/* Files and functions are named again for each chain of inlined calls. */
static void put_inlined(struct msim_site_lines *lines, uint32_t inlined)
{
    if (!lines->show_inlined || inlined == lines->inlined)
        return;
    lines->inlined = inlined;
    lines->file = lines->function = UINT32_MAX;
    msim_put(lines->text, "fl=# inlined: ");
    for (const char *before = ""; inlined; before = "\t") {
        const struct msim_inlined *call = call_at(lines->dict, inlined);
        msim_put(lines->text, before);
        msim_put_name(lines->text, msim_dict_text(lines->dict, call->function));
        msim_put(lines->text, "\t");
        msim_put_number(lines->text, call->line);
        msim_put(lines->text, "\t");
        msim_put_name(lines->text, msim_dict_text(lines->dict, call->file));
        inlined = call->outer;
    }
    msim_put(lines->text, "\n");
}

void msim_put_site(struct msim_site_lines *lines, uint32_t number)
{
    const struct msim_site *site = msim_dict_site_at(lines->dict, number);
    put_object(lines, site->object);
    put_inlined(lines, site->inlined);
    if (site->file != lines->file)
        put_named(lines, "fl=", msim_dict_text(lines->dict, site->file));
    if (site->file != lines->file || site->function != lines->function)
        put_function(lines, site);
    lines->file = site->file;
    lines->function = site->function;
    msim_put_number(lines->text, site->line);
}

void msim_put_no_site(struct msim_site_lines *lines)
{
    put_object(lines, 0);
    put_named(lines, "fl=", "???");
    put_named(lines, "fn=", "???");
    lines->file = lines->function = UINT32_MAX;
    msim_put(lines->text, "0");
}
