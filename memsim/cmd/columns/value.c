/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of columns, and words for events; see value.h. */
#include "value.h"

#include <stdio.h>
#include <string.h>

static msim_wide weighted(const int32_t *weight, const int64_t *count, size_t events)
{
    msim_wide sum = 0;
    for (size_t i = 0; i < events; i++)
        if (weight[i])
            sum += (msim_wide)count[i] * weight[i];
    return sum;
}

msim_wide msim_column_over(const struct msim_column *column, const int64_t *count)
{
    if (column->event < column->events)
        return count[column->event];
    return weighted(column->weight, count, column->events);
}

bool msim_column_value(const struct msim_column *column, const int64_t *count, double *value)
{
    double over = (double)msim_column_over(column, count);
    *value = over;
    if (column->kind == MSIM_COLUMN_COUNT)
        return true;
    msim_wide under = weighted(column->under, count, column->events);
    if (!under)
        return false;
    *value = (column->kind == MSIM_COLUMN_PTI ? 1000 * over : over) / (double)under;
    return true;
}

bool msim_column_is_zero(const struct msim_column *column, const struct msim_counts *counts)
{
    for (size_t i = 0; i < column->events; i++)
        if (column->weight[i] && counts->magnitude[i])
            return false;
    return true;
}

int msim_column_order(const struct msim_column *column, const int64_t *a, const int64_t *b)
{
    if (column->kind == MSIM_COLUMN_COUNT) {
        msim_wide left = msim_amount(msim_column_over(column, a));
        msim_wide right = msim_amount(msim_column_over(column, b));
        return (left < right) - (left > right);
    }
    double left, right;
    bool has_left = msim_column_value(column, a, &left);
    bool has_right = msim_column_value(column, b, &right);
    left = !has_left ? -1 : left < 0 ? -left : left;
    right = !has_right ? -1 : right < 0 ? -right : right;
    return (left < right) - (left > right);
}

/* --- words -------------------------------------------------------------------------------------- */

struct words {
    const char *event, *noun, *more; /* `more` is added for the plural */
};

static const struct words known[] = {
    {"Cy", "estimated cycle", "s"},
    {"D", "data access", "es"},
    {"L1m", "first-level miss", "es"},
    {"LLm", "last-level miss", "es"},
    {"T1m", "first-level TLB miss", "es"},
    {"T2m", "L2TLB miss", "es"},
    {"Ir", "instruction", "s"},
    {"Dr", "data read", "s"},
    {"Dw", "data write", "s"},
    {"Allocs", "block", "s allocated"},
    {"Bytes", "byte", "s requested"},
    {"Frees", "block", "s freed"},
    {"PeakBytes", "byte", "s live at the peak"},
    {"Temp", "block", "s freed at once"},
    {"Failed", "call", "s that failed"},
    {"EndBytes", "byte", "s never freed"},
    {"Pg", "page", "s touched first"},
    {"Pgx", "page", "s touched first by fetches"},
    {"Pgr", "page", "s touched first by reads"},
    {"Pgw", "page", "s touched first by writes"},
    {"Pf", "predicted minor fault", "s"},
    {"Pfx", "predicted fault", "s by fetches"},
    {"Pfr", "predicted fault", "s by reads"},
    {"Pfw", "predicted fault", "s by writes"},
    {"Pfc", "predicted fault", "s by first writes to pages that were only read"},
    {"CT", "true-sharing miss", "es"},
    {"CTr", "true-sharing read miss", "es"},
    {"CTw", "true-sharing write miss", "es"},
    {"CF", "false-sharing miss", "es"},
    {"CFr", "false-sharing read miss", "es"},
    {"CFw", "false-sharing write miss", "es"},
    {"CH", "line", "s from other cores"},
    {"CHr", "line", "s from other cores, read"},
    {"CHw", "line", "s from other cores, written"},
    {"CI", "invalidation", "s sent"},
    {"CIr", "invalidation", "s by reads that also write"},
    {"CIw", "invalidation", "s by writes"},
    {"Bc", "conditional branch", "es"},
    {"Bi", "indirect branch", "es"},
    {"Bcm", "mispredicted conditional branch", "es"},
    {"Bim", "mispredicted indirect branch", "es"},
};

/* Describes misses, named by the side (L: both), perhaps a T, perhaps a level, m, and r or w unless
 * they are the sum.  Returns false if they are not misses. */
static bool missed(const char *event, char *to, size_t room)
{
    const char *at = event + 1;
    char side = *event;
    if (side != 'I' && side != 'D' && side != 'L')
        return false;
    bool tlb = *at == 'T';
    at += tlb;
    char level = *at && *at != 'm' ? *at++ : '1';
    if (!((level >= '1' && level <= '9') || level == 'L') || *at++ != 'm' ||
        (*at && *at != 'r' && *at != 'w') || (*at && at[1]) || (side == 'L' && (tlb || *at)))
        return false;
    const char *kind = side == 'I' || !*at ? "" : *at == 'r' ? " read" : " write";
    if (side == 'L')
        snprintf(to, room, "L%c miss", level);
    else if (tlb && level == '1')
        snprintf(to, room, "%cTLB%s miss", side, kind);
    else if (level == '1')
        snprintf(to, room, "%c1%s miss", side, kind);
    else
        snprintf(to, room, "L%c%s %s%s miss", level, tlb ? "TLB" : "",
                 side == 'I' ? "instruction" : "data", kind);
    return true;
}

void msim_event_phrase(const char *event, bool one, char *to, size_t room)
{
    char noun[64];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(event, known[i].event)) {
            snprintf(to, room, "%s%s", known[i].noun, one ? "" : known[i].more);
            return;
        }
    if (missed(event, noun, sizeof noun))
        snprintf(to, room, "%s%s", noun, one ? "" : "es");
    else
        snprintf(to, room, "%s", event);
}
