/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading budgets; see budget.h. */
#include "budget.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"

enum { DECIMALS = 6, MOST_BUDGETS = 100000 };

/* docs/check.md says how these were measured. */
const char msim_budgets_usual[] = "Ir +0.1% +1000\n"
                                  "Dr+Dw +0.1% +1000\n"
                                  "peak +0.2% +1K\n"
                                  "pageins +2% +16\n"
                                  "L1m +1% +0.05:PTI\n"
                                  "L2m +1% +0.02:PTI\n"
                                  "L3m +1% +0.005:PTI\n"
                                  "T1m +1% +0.1:PTI\n"
                                  "T2m +1% +0.02:PTI\n"
                                  "L1m:layout +25% +3:PTI\n"
                                  "L2m:layout +4% +4:PTI\n"
                                  "L3m:layout +4% +0.3:PTI\n"
                                  "T1m:layout +75% +4:PTI\n"
                                  "T2m:layout +5% +0.1:PTI\n";

#define WRONG(lines, ...) msim_line_reader_fail(lines, __VA_ARGS__)
#define FORMS                                                                                      \
    "expected 'COLUMN <= NUMBER', 'COLUMN +NUMBER%%' or 'COLUMN +NUMBER', with 'REGION: ' before " \
    "it for one region, or 'default'"

/* Quotes a word for a message. */
static const char *quoted(const char *text, size_t length, char room[static 64])
{
    char part[44];
    snprintf(part, sizeof part, "%.*s", length < 40 ? (int)length : 40, text);
    room[0] = '\'';
    msim_utf8_clean(room + 1, 60, part, 32);
    strcat(room, "'");
    return room;
}

bool msim_budget_is_of_bytes(const char *column)
{
    return !strcmp(column, "peak") || !strcmp(column, "PeakBytes") || !strcmp(column, "EndBytes") ||
           !strcmp(column, "Bytes");
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* Reads digits, and up to six decimals; false: it is something else, or is too large. */
static bool take_decimal(const char **at, long double *number)
{
    const char *from = *at;
    uint64_t whole = 0;
    long double part = 0, each = 1;
    if (!is_digit(*from))
        return false;
    for (; is_digit(*from); from++) {
        if (whole > (INT64_MAX - 9) / 10)
            return false;
        whole = whole * 10 + (unsigned)(*from - '0');
    }
    if (*from == '.') {
        const char *first = ++from;
        for (; is_digit(*from); from++) {
            part = part * 10 + (*from - '0');
            each *= 10;
        }
        if (from == first || from - first > DECIMALS)
            return false;
    }
    *number = (long double)whole + part / each;
    *at = from;
    return true;
}

/* Reads a number up to a blank or the end; K, M and G are powers of `unit`.  *percent is set if it
 * ends in a percent sign, and must be NULL where that is not allowed. */
static bool take_number(const char **at, unsigned unit, long double *number, bool *percent)
{
    static const char suffixes[] = "KMG";
    const char *suffix;
    if (!take_decimal(at, number))
        return false;
    *percent = **at == '%';
    if (*percent) {
        ++*at;
    } else if (**at && (suffix = strchr(suffixes, **at)) != NULL) {
        for (; suffix >= suffixes; suffix--)
            *number *= unit;
        ++*at;
    }
    return !**at || **at == ' ' || **at == '\t';
}

static const char *past_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

static bool bad_number(const struct msim_line_reader *lines, const char *at)
{
    char room[64];
    size_t length = strcspn(at, " \t");
    if (!length)
        return WRONG(lines, "expected a number after '<=' or '+', found the end of the line");
    return WRONG(
        lines,
        "expected a number below 2^63 with at most %d decimals and K, M, G or %% after it, "
        "found %s",
        DECIMALS, quoted(at, length, room));
}

static bool take_most(const struct msim_line_reader *lines, struct msim_budget *budget,
                      const char *at, unsigned unit)
{
    char room[64];
    const char *number = at = past_blanks(at + 2);
    if (budget->of == MSIM_OF_LAYOUT)
        return WRONG(lines, "%s:layout <=: expected growth, as in %s:layout +5%%", budget->column,
                     budget->column);
    budget->kind = MSIM_BUDGET_MOST;
    if (!take_number(&at, unit, &budget->most, &budget->is_percent))
        return bad_number(lines, number);
    at = past_blanks(at);
    return !*at || WRONG(lines, "expected nothing after the number, found %s",
                         quoted(at, strlen(at), room));
}

/* Reads one amount, after its "+". */
static bool take_amount(const struct msim_line_reader *lines, struct msim_budget *budget,
                        const char **at, unsigned unit, unsigned *given)
{
    static const char pti[] = ":PTI";
    const char *number = *at, *end = number + strcspn(number, " \t:");
    bool per_thousand = !strncmp(end, pti, strlen(pti)), percent = false;
    long double value, *to = &budget->amount;
    unsigned kind = 1;
    if (per_thousand ? !take_decimal(at, &value) || *at != end
                     : !take_number(at, unit, &value, &percent))
        return bad_number(lines, number);
    if (per_thousand) {
        *at += strlen(pti);
        to = &budget->per_thousand;
        kind = 2;
    } else if (percent) {
        to = &budget->percent;
        kind = 4;
    }
    if (**at && **at != ' ' && **at != '\t')
        return bad_number(lines, number);
    if (*given & kind)
        return WRONG(lines, "expected at most one %s, found another",
                     percent        ? "percentage"
                     : per_thousand ? "number with ':PTI'"
                                    : "number without '%'");
    *given |= kind;
    *to = value;
    return true;
}

static bool take_growth(const struct msim_line_reader *lines, struct msim_budget *budget,
                        const char *at, unsigned unit)
{
    char room[64];
    unsigned given = 0;
    budget->kind = MSIM_BUDGET_GROWTH;
    for (; *at; at = past_blanks(at)) {
        if (*at++ != '+')
            return WRONG(lines, "expected '+' or the end of the line, found %s",
                         quoted(at - 1, strlen(at - 1), room));
        if (!take_amount(lines, budget, &at, unit, &given))
            return false;
    }
    return true;
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Where the limit begins: "<=", or a "+" after a blank (within a column, it adds events up). */
static char *find_limit(char *line)
{
    char *most = strstr(line, "<=");
    for (char *at = line; *at; at++)
        if (at == most || (*at == '+' && at > line && (at[-1] == ' ' || at[-1] == '\t')))
            return at;
    return NULL;
}

/* Cuts blanks off the end. */
static void trim(char *text)
{
    size_t length = strlen(text);
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        text[--length] = 0;
}

/* Cuts ":all" or ":layout" off a column. */
static void take_part(struct msim_budget *budget, char *column)
{
    static const char *const ending[] = {[MSIM_OF_ALL] = ":all", [MSIM_OF_LAYOUT] = ":layout"};
    size_t length = strlen(column);
    for (enum msim_growth_of of = MSIM_OF_ALL; of <= MSIM_OF_LAYOUT; of++) {
        size_t part = strlen(ending[of]);
        if (length > part && !strcmp(column + length - part, ending[of])) {
            column[length - part] = 0;
            budget->of = of;
            return;
        }
    }
}

/* Splits "REGION: COLUMN:all".  The column has no blanks, so the region ends with the last ": ". */
static bool take_column(const struct msim_line_reader *lines, struct msim_budget *budget,
                        char *text)
{
    char room[64], *column = text;
    for (char *at = text; *at; at++)
        if (at[0] == ':' && (at[1] == ' ' || at[1] == '\t'))
            column = at + 1;
    if (column != text) {
        column[-1] = 0;
        budget->region = text;
        trim(text);
        column += strspn(column, " \t");
        if (!*text)
            return WRONG(lines, "expected the name of a region before ': '");
    }
    if (!*column || column[strcspn(column, " \t")])
        return WRONG(lines, "expected one column, found %s",
                     *column ? quoted(column, strlen(column), room) : "none");
    take_part(budget, column);
    budget->column = column;
    return true;
}

static bool take_budget(struct msim_budgets *budgets, const struct msim_line_reader *lines,
                        char *line)
{
    struct msim_budget budget = {.file = lines->file, .line = lines->line};
    char *limit = find_limit(line), room[64];
    if (!limit)
        return WRONG(lines, FORMS ", found %s", quoted(line, strlen(line), room));
    if (budgets->budgets == MOST_BUDGETS)
        return WRONG(lines, "expected at most %d budgets", MOST_BUDGETS);
    budget.limit = msim_copy(limit);
    *limit = 0;
    trim(line);
    bool good = take_column(lines, &budget, line);
    if (good) {
        unsigned unit = msim_budget_is_of_bytes(budget.column) ? 1024 : 1000;
        good = (*budget.limit == '+' ? take_growth : take_most)(lines, &budget, budget.limit, unit);
    }
    if (!good) {
        free((char *)budget.limit);
        return false;
    }
    MSIM_PUSH(budgets->budget, budgets->budgets, budget);
    return true;
}

static bool take_line(struct msim_budgets *budgets, const struct msim_line_reader *lines,
                      char *line)
{
    for (char *at = line; *at; at++)
        if (*at == '#' && (at == line || at[-1] == ' ' || at[-1] == '\t'))
            *at-- = 0;
    line += strspn(line, " \t");
    trim(line);
    if (!*line)
        return true;
    if (!strcmp(line, "default"))
        msim_budgets_add_usual(budgets);
    else
        return take_budget(budgets, lines, line);
    return true;
}

bool msim_budgets_read(struct msim_budgets *budgets, const char *name, char *bytes, size_t size)
{
    struct msim_line_reader lines;
    char *line;
    budgets->bytes = bytes;
    msim_line_reader_open(&lines, name, bytes, size, &budgets->error);
    while ((line = msim_line_reader_next(&lines)) != NULL)
        if (!take_line(budgets, &lines, line))
            return false;
    return !budgets->error.line;
}

/* --- the usual ones --------------------------------------------------------------------------- */

/* Of misses, growth by layout is no fault of the program, so they are judged only where it is
 * known. */
static void mark_usual(struct msim_budget *budget)
{
    size_t length = strlen(budget->column);
    budget->usual = true;
    budget->is_of_layout = length == 3 && budget->column[length - 1] == 'm';
}

void msim_budgets_add_usual(struct msim_budgets *budgets)
{
    struct msim_file_error error;
    struct msim_line_reader lines;
    size_t first = budgets->budgets;
    char *line;
    if (budgets->usual)
        return;
    budgets->usual = msim_copy(msim_budgets_usual);
    msim_line_reader_open(&lines, "default", budgets->usual, strlen(budgets->usual), &error);
    while ((line = msim_line_reader_next(&lines)) != NULL)
        take_budget(budgets, &lines, line);
    for (size_t i = first; i < budgets->budgets; i++)
        mark_usual(&budgets->budget[i]);
}

void msim_budgets_free(struct msim_budgets *budgets)
{
    for (size_t i = 0; i < budgets->budgets; i++)
        free((char *)budgets->budget[i].limit);
    MSIM_FREE(budgets->budget, budgets->bytes, budgets->usual);
    *budgets = (struct msim_budgets){0};
}
