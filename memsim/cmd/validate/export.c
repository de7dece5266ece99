/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs and figures as JSON (validate.h). */
#include <math.h>

#include "cmd/columns/column.h"
#include "cmd/files/json.h"
#include "validate.h"

/* With so many digits that pairs can be compared; null if it is not known. */
static void put(struct msim_json *json, const char *name, double value)
{
    if (isfinite(value))
        msim_json_value(json, name, "%.6g", value);
    else
        msim_json_null(json, name);
}

static void put_form(struct msim_json *json, const char *name,
                     const struct msim_validated_form *form)
{
    msim_json_object(json, name, MSIM_JSON_INLINE);
    put(json, "native", msim_validated_cycles(form));
    put(json, "before", form->before);
    put(json, "after", form->after);
    put(json, "predicted", form->predicted);
    msim_json_object(json, "parts", MSIM_JSON_INLINE);
    for (size_t i = 0; msim_cycles_part(i); i++)
        put(json, msim_cycles_part(i), form->part[i]);
    msim_json_end(json);
    msim_json_end(json);
}

static void put_pair(struct msim_json *json, const struct msim_validated_pair *pair)
{
    msim_json_object(json, NULL, 6);
    msim_json_text(json, "name", pair->name);
    msim_json_text(json, "what", pair->what);
    put(json, "native", msim_validated_native(pair));
    put(json, "predicted", msim_validated_predicted(pair));
    msim_json_flag(json, "repeats", msim_validated_repeats(pair));
    put_form(json, "slow", &pair->form[MSIM_SLOW]);
    put_form(json, "fast", &pair->form[MSIM_FAST]);
    msim_json_end(json);
}

void msim_validated_json(const struct msim_validated *validated, FILE *to)
{
    const struct msim_validated_sizes *sizes = &validated->sizes;
    struct msim_validated_figures figures = msim_validated_figures(validated);
    struct msim_json json = msim_json_report(to, "validate", 2);
    msim_json_text(&json, "machine", validated->machine ? validated->machine : "host");
    put(&json, "clock", validated->rate);
    msim_json_object(&json, "sizes", MSIM_JSON_INLINE);
    msim_json_number(&json, "l1", sizes->l1);
    msim_json_number(&json, "l2", sizes->l2);
    msim_json_number(&json, "beyond", sizes->beyond);
    msim_json_end(&json);
    msim_json_list(&json, "pairs", 4);
    for (size_t i = 0; i < validated->pairs; i++)
        put_pair(&json, &validated->pair[i]);
    msim_json_end(&json);
    msim_json_number(&json, "counted", figures.pairs);
    put(&json, "rank_correlation", figures.rank_correlation);
    put(&json, "median_factor", figures.median_factor);
    put(&json, "worst_factor", figures.worst_factor);
    msim_json_text(&json, "worst", figures.worst);
    put(&json, "median_error", figures.median_error);
    msim_json_end(&json);
}
