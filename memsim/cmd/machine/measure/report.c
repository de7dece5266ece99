/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text and JSON of report.h. */
#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/human.h"
#include "cmd/files/json.h"
#include "take.h"

enum { MEMBER = 2, ROW = 4, POINT = 6 };

/* A value before and after, if it was measured. */
struct value {
    const char *name, *unit;
    uint64_t before, after;
    bool is_size, measured;
};

enum { VALUES = 2 * MSIM_MEASURED_CACHES + 2 * 2 + 3 + MSIM_CORE_VALUES };

static const char *const caches[] = {"D1", "L2", "L3"}, *const tlbs[] = {"DTLB", "L2DTLB"};

static unsigned add_levels(const struct msim_measure_report *report, struct value *value)
{
    unsigned used = 0;
    for (unsigned tlb = 0; tlb < 2; tlb++)
        for (unsigned i = 0; i < (tlb ? 2 : MSIM_MEASURED_CACHES); i++) {
            const struct msim_described_level *before =
                msim_described_data((struct msim_described *)report->before, tlb, i + 1);
            const struct msim_described_level *after =
                msim_described_data((struct msim_described *)report->after, tlb, i + 1);
            const char *name = tlb ? tlbs[i] : caches[i];
            if (!before || !after)
                continue;
            bool measured = after->trust == MSIM_TRUST_MEASURED;
            value[used++] =
                (struct value){name,          tlb ? "entries" : "size",
                               before->units, after->units,
                               !tlb,          measured && before->units != after->units};
            if (after->latency)
                value[used++] = (struct value){name,           "cycles", before->latency,
                                               after->latency, false,    measured};
        }
    return used;
}

static unsigned list_values(const struct msim_measure_report *report, struct value *value)
{
    const struct msim_described *before = report->before, *after = report->after;
    unsigned used = add_levels(report, value);
    value[used++] =
        (struct value){"memory",      "cycles", before->memory,
                       after->memory, false,    after->memory_trust == MSIM_TRUST_MEASURED};
    value[used++] = (struct value){"walk",      "cycles", before->walk,
                                   after->walk, false,    after->walk_trust == MSIM_TRUST_MEASURED};
    value[used++] =
        (struct value){"transfer",      "cycles", before->transfer,
                       after->transfer, false,    after->transfer_trust == MSIM_TRUST_MEASURED};
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++)
        if (report->found->known[i])
            value[used++] = (struct value){msim_core_values[i].name,
                                           "",
                                           before->core[i].known ? before->core[i].value
                                                                 : msim_core_values[i].usual,
                                           after->core[i].value,
                                           false,
                                           true};
    return used;
}

static struct msim_human number(const struct value *value, uint64_t is)
{
    return value->is_size ? msim_human_size(is) : msim_human_count(is);
}

double msim_measure_off(const struct msim_measured_curve *curve)
{
    struct msim_measured_curve off = {.points = curve->points};
    for (unsigned i = 0; i < curve->points; i++) {
        double native = curve->point[i].native, simulated = curve->point[i].simulated;
        bool both = native > 0 && simulated > 0;
        off.point[i].native = !both                ? NAN
                              : native > simulated ? native / simulated
                                                   : simulated / native;
        off.point[i].x = 0;
    }
    return msim_curve_median(&off, 0, 0, false);
}

void msim_measure_text(const struct msim_measure_report *report, FILE *to)
{
    struct value value[VALUES];
    unsigned used = list_values(report, value);
    fprintf(to, "processor  %s, %s\n", report->processor, report->date);
    fprintf(to, "\n%-20s %10s %10s\n", "", "measured", "before");
    for (unsigned i = 0; i < used; i++) {
        char name[64];
        if (!value[i].measured)
            continue;
        snprintf(name, sizeof name, "%s%s%s", value[i].name, *value[i].unit ? ", " : "",
                 value[i].unit);
        fprintf(to, "%-20s %10s %10s\n", name, number(&value[i], value[i].after).text,
                value[i].before ? number(&value[i], value[i].before).text : "-");
    }
    fprintf(to, "\n%-20s %10s %10s\n", "cycles", "natively", "simulated");
    for (unsigned i = 0; i < MSIM_CURVES; i++) {
        const struct msim_measured_curve *curve = &report->measuring->curve[i];
        double off = msim_measure_off(curve);
        if (!curve->points)
            continue;
        if (curve->points == 1 && !isnan(off))
            fprintf(to, "%-20s %10.2f %10.2f\n", msim_curve_kinds[i].name, curve->point[0].native,
                    curve->point[0].simulated);
        else if (!isnan(off))
            fprintf(to, "%-20s off by a factor of %.2f, in the middle\n", msim_curve_kinds[i].name,
                    off);
    }
}

static void json_real(struct msim_json *json, const char *name, double value)
{
    if (isnan(value))
        msim_json_null(json, name);
    else
        msim_json_value(json, name, "%.4f", value);
}

static void json_values(struct msim_json *json, const struct msim_measure_report *report)
{
    struct value value[VALUES];
    unsigned used = list_values(report, value);
    msim_json_list(json, "values", ROW);
    for (unsigned i = 0; i < used; i++) {
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "name", value[i].name);
        msim_json_text(json, "unit", *value[i].unit ? value[i].unit : NULL);
        msim_json_number(json, "value", value[i].after);
        msim_json_number_if(json, "before", value[i].before != 0, value[i].before);
        msim_json_flag(json, "measured", value[i].measured);
        msim_json_end(json);
    }
    msim_json_end(json);
}

void msim_measure_json(const struct msim_measure_report *report, FILE *to)
{
    struct msim_json json = msim_json_report(to, "measure", MEMBER);
    msim_json_text(&json, "processor", report->processor);
    msim_json_text(&json, "date", report->date);
    msim_json_flag(&json, "quick", report->measuring->quick);
    json_real(&json, "clock", report->measuring->rate);
    json_values(&json, report);
    msim_json_list(&json, "curves", ROW);
    for (unsigned i = 0; i < MSIM_CURVES; i++) {
        const struct msim_measured_curve *curve = &report->measuring->curve[i];
        msim_json_object(&json, NULL, POINT);
        msim_json_text(&json, "name", msim_curve_kinds[i].name);
        msim_json_text(&json, "x", msim_curve_kinds[i].of);
        msim_json_text(&json, "each", msim_curve_kinds[i].each);
        msim_json_list(&json, "points", POINT + 2);
        for (unsigned k = 0; k < curve->points; k++) {
            const struct msim_measured_point *point = &curve->point[k];
            char *kernel = msim_curve_kernel((enum msim_curve_number)i, point->x);
            msim_json_object(&json, NULL, MSIM_JSON_INLINE);
            msim_json_value(&json, "x", "%.0f", point->x);
            json_real(&json, "native", point->native);
            json_real(&json, "simulated", point->simulated);
            msim_json_text(&json, "kernel", kernel);
            msim_json_end(&json);
            free(kernel);
        }
        msim_json_end(&json);
        msim_json_end(&json);
    }
    msim_json_end(&json);
    msim_json_end(&json);
}
