/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reader of read.h.  Each name of an object is copied once; everything else points into the
 * file's bytes, whose lines are cut in place.  There is one lookup in the index per page, so the
 * cost is linear.
 */
#define _GNU_SOURCE
#include "read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/about.h"

/* Page sizes: those of every platform of memsim, and more. */
enum { LEAST_SIZE = 1 << 12, MOST_SIZE = 1 << 30 };

struct reading {
    struct msim_paged *paged;
    struct msim_line_reader lines;
    char *at;         /* what is left of the line */
    bool has_columns; /* the last line of the header was read */
};

static bool refuse(struct reading *reading, const char *expected)
{
    return msim_line_reader_fail(&reading->lines, "expected %s", expected);
}

/* --- Fields ------------------------------------------------------------------------------- */

/* Cuts off the next word, after any blanks. */
static bool take_word(struct reading *reading, const char *expected, char **word)
{
    reading->at += strspn(reading->at, " ");
    *word = msim_cut_word(&reading->at);
    return **word || refuse(reading, expected);
}

static bool take_number(struct reading *reading, const char *what, uint64_t *number)
{
    char *word;
    return take_word(reading, what, &word) &&
           msim_line_reader_number(&reading->lines, what, word, number);
}

static bool read_hex(struct reading *reading, const char *text, const char *expected,
                     uint64_t *number)
{
    size_t digits = strncmp(text, "0x", 2) ? 0 : strspn(text + 2, "0123456789abcdefABCDEF");
    if (!digits || digits > 16 || text[2 + digits])
        return refuse(reading, expected);
    *number = strtoull(text + 2, NULL, 16);
    return true;
}

/* --- Objects ------------------------------------------------------------------------------ */

/* Replaces octal escapes such as \040 by their characters. */
static void unescape(char *text)
{
    char *to = text;
    for (; *text; text++) {
        if (*text == '\\' && text[1] >= '0' && text[1] < '4' && text[2] >= '0' && text[2] < '8' &&
            text[3] >= '0' && text[3] < '8') {
            *to++ = (char)((text[1] - '0') * 64 + (text[2] - '0') * 8 + text[3] - '0');
            text += 3;
        } else {
            *to++ = *text;
        }
    }
    *to = 0;
}

static bool is_bss(const char *text)
{
    size_t length = strlen(text), end = strlen(MSIM_PAGED_BSS);
    return length > end && !strcmp(text + length - end, MSIM_PAGED_BSS);
}

/* Reads FILE+0xOFFSET, FILE[.bss], or a name like [heap]. */
static bool read_backing(struct reading *reading, char *text, uint32_t *object, uint64_t *offset)
{
    static const char expected[] = "the page's backing: FILE+0xOFFSET, FILE[.bss] or [WHAT]";
    bool is_name = text[0] == '[' || is_bss(text);
    char *plus = is_name ? NULL : strrchr(text, '+');
    if (!is_name && (!plus || plus == text))
        return refuse(reading, expected);
    if (plus) {
        if (!read_hex(reading, plus + 1, "an offset, 0x and 1 to 16 hexadecimal digits", offset))
            return false;
        *plus = 0;
    }
    unescape(text);
    *object = msim_names_number(&reading->paged->object, text);
    return true;
}

/* The text after the last `mark`, or NULL. */
static char *behind_last(char *text, const char *mark)
{
    char *found = NULL;
    for (char *at = text; (at = strstr(at, mark)) != NULL; at++)
        found = at + strlen(mark);
    return found;
}

/* The object of code is its instruction's, "(in OBJECT)" or "(within OBJECT)" at the end of the
 * line; a plain file does not have that of data.  Names of functions and files may contain
 * parentheses, too. */
static uint32_t plain_backing(struct reading *reading, char kind, char *place)
{
    if (kind == 'D')
        return msim_names_number(&reading->paged->object, "[data]");
    char *name = behind_last(place, " (in ");
    char *end = strrchr(place, ')');
    name = name ? name : behind_last(place, " (within ");
    if (!name || !end || end <= name || end[1])
        return msim_names_number(&reading->paged->object, "[unknown]");
    *end = 0;
    uint32_t object = msim_names_number(&reading->paged->object, name);
    *end = ')';
    return object;
}

/* --- Lines -------------------------------------------------------------------------------- */

/* Cuts the last word off the line; NULL: the line has one word only. */
static char *cut_last_word(struct reading *reading)
{
    char *blank = strrchr(reading->at, ' ');
    if (!blank)
        return NULL;
    *blank = 0;
    return blank + 1;
}

/* Takes the number of the part, after the instruction. */
static bool take_part(struct reading *reading, struct msim_paged_page *page)
{
    const struct msim_paged *paged = reading->paged;
    uint64_t part;
    const char *text = cut_last_word(reading);
    if (!text)
        return refuse(reading, "a part's number after the instruction");
    if (!msim_line_reader_number(&reading->lines, "a part's number", text, &part))
        return false;
    if (part > paged->parts)
        return msim_line_reader_fail(&reading->lines,
                                     "expected a part's number from 0 to %zu, found %" PRIu64,
                                     paged->parts, part);
    page->region = part ? paged->part[part - 1] : 0;
    return true;
}

/* The instruction may contain blanks, so what follows it is taken from the end of the line. */
static bool take_details(struct reading *reading, struct msim_paged_page *page)
{
    char *backing = cut_last_word(reading), *access = backing ? cut_last_word(reading) : NULL;
    if (!access || !access[0] || !strchr("xrwk", access[0]) || access[1])
        return refuse(reading, "an instruction, an access (x, r, w or k) and the page's backing");
    page->access = access[0];
    if (reading->paged->has_regions && !take_part(reading, page))
        return false;
    return read_backing(reading, backing, &page->object, &page->offset);
}

static bool take_place(struct reading *reading, struct msim_paged_page *page)
{
    if (reading->paged->detailed && !take_details(reading, page))
        return false;
    if (!*reading->at)
        return refuse(reading, "an instruction");
    page->place = reading->at;
    if (!reading->paged->detailed)
        page->object = plain_backing(reading, page->kind, reading->at);
    return true;
}

static bool read_page(struct reading *reading)
{
    static const char address[] = "a page's address, 0x and 1 to 16 hexadecimal digits";
    struct msim_paged *paged = reading->paged;
    struct msim_paged_page page = {0};
    uint64_t number;
    char *text;
    if (!take_number(reading, "a page's number", &number))
        return false;
    if (number != paged->pages)
        return refuse(reading, "lines numbered 0, 1, 2, ...");
    if (number == UINT32_MAX) /* sorting uses numbers of 32 bits */
        return refuse(reading, "fewer than 4294967296 pages");
    if (!take_word(reading, address, &text) || !read_hex(reading, text, address, &page.page) ||
        !take_word(reading, "C or D", &text))
        return false;
    if (page.page % paged->page_size)
        return refuse(reading, "a page's address, a multiple of the page size");
    if (strcmp(text, "C") != 0 && strcmp(text, "D") != 0)
        return refuse(reading, "C or D");
    page.kind = text[0];
    if (!take_number(reading, "a time", &page.time) || !take_place(reading, &page))
        return false;
    page.number = (uint32_t)number;
    MSIM_PUSH(paged->page, paged->pages, page);
    return true;
}

static bool read_function(struct reading *reading)
{
    struct msim_paged *paged = reading->paged;
    struct msim_paged_function function = {0};
    char *position;
    if (!take_word(reading, "a function's FILE+0xOFFSET", &position) ||
        !read_backing(reading, position, &function.object, &function.offset))
        return false;
    if (!*reading->at)
        return refuse(reading, "a function's name");
    function.name = reading->at;
    MSIM_PUSH(paged->function, paged->functions, function);
    return true;
}

static bool read_faults(struct reading *reading)
{
    struct msim_paged *paged = reading->paged;
    struct msim_paged_faults faults = {0};
    char *text;
    if (!take_number(reading, "a number of faults", &faults.first) ||
        !take_number(reading, "a number of faults", &faults.copied) ||
        !take_word(reading, "the pages' backing", &text))
        return false;
    unescape(text);
    faults.object = msim_names_number(&reading->paged->object, text);
    MSIM_PUSH(paged->faults, paged->faulted, faults);
    return true;
}

/* Takes "times NAMES". */
static bool read_part(struct reading *reading)
{
    struct msim_paged *paged = reading->paged;
    uint64_t times;
    uint32_t region = msim_region_read(&paged->regions, reading->at, &times);
    if (paged->pages)
        return refuse(reading, "parts before the first page");
    if (region == MSIM_NOTHING)
        return refuse(reading, "how often a region began, and names with tabs between them");
    paged->regions.region[region].times = times;
    MSIM_PUSH(paged->part, paged->parts, region);
    return true;
}

/* Takes "part first copied BACKING". */
static bool read_part_faults(struct reading *reading)
{
    struct msim_paged *paged = reading->paged;
    struct msim_paged_part_faults faults;
    uint64_t part;
    if (!take_number(reading, "a part's number", &part))
        return false;
    if (!part || part > paged->parts)
        return refuse(reading, "the number of a part that was named before");
    if (!read_faults(reading))
        return false;
    faults.region = paged->part[part - 1];
    faults.faults = paged->faults[--paged->faulted];
    MSIM_PUSH(paged->part_faults, paged->parts_faulted, faults);
    return true;
}

/* Takes "pages first copied". */
static bool read_left_out(struct reading *reading)
{
    struct msim_paged *paged = reading->paged;
    uint64_t copied;
    if (!take_number(reading, "pages left out", &paged->left_out) ||
        !take_number(reading, "a number of faults", &paged->left_out_faults) ||
        !take_number(reading, "a number of faults", &copied))
        return false;
    if (copied > UINT64_MAX - paged->left_out_faults)
        return refuse(reading, "numbers of faults whose sum is below 2^64");
    paged->left_out_faults += copied;
    return true;
}

/* Reads a number that is all the rest of the line. */
static bool read_number(struct reading *reading, const char *what, uint64_t *number)
{
    return msim_line_reader_number(&reading->lines, what, reading->at, number);
}

/* Addresses are checked against the page size, so it must precede the pages. */
static bool read_page_size(struct reading *reading)
{
    uint64_t *size = &reading->paged->page_size;
    if (reading->paged->pages)
        return refuse(reading, "the page size before the first page");
    if (!read_number(reading, "page size", size))
        return false;
    return (*size >= LEAST_SIZE && *size <= MOST_SIZE && !(*size & (*size - 1))) ||
           msim_line_reader_fail(&reading->lines,
                                 "page size: expected a power of two from %d to %d, found %" PRIu64,
                                 LEAST_SIZE, MOST_SIZE, *size);
}

/* Takes "# key: value"; unknown keys are ignored. */
static bool read_remark(struct reading *reading)
{
    struct msim_paged *paged = reading->paged;
    char *key;
    if (reading->lines.line == 1) {
        paged->has_regions = !strcmp(reading->at, "# memsim pagein 3");
        paged->detailed = paged->has_regions || !strcmp(reading->at, "# memsim pagein 2");
        return paged->detailed ||
               refuse(reading, "\"# memsim pagein 2\" or \"# memsim pagein 3\", or a page");
    }
    if (!paged->detailed)
        return refuse(reading, "a page, because the first line is not \"# memsim pagein 2\"");
    reading->at++;
    if (!take_word(reading, "a key", &key))
        return false;
    if (!strcmp(key, "command:"))
        paged->command = reading->at;
    else if (!strcmp(key, "note:"))
        msim_take_incomplete(reading->at, &paged->incomplete);
    else if (!strcmp(key, "page-size:"))
        return read_page_size(reading);
    else if (!strcmp(key, "time:"))
        paged->microseconds = !strcmp(reading->at, "us");
    else if (!strcmp(key, "minor-faults-predicted:"))
        return read_number(reading, "predicted faults", &paged->predicted);
    else if (!strcmp(key, "touched-before-start:"))
        return read_number(reading, "pages touched", &paged->before_start);
    else if (!strcmp(key, "faults:"))
        return read_faults(reading);
    else if (!strcmp(key, "part:"))
        return read_part(reading);
    else if (!strcmp(key, "part-faults:"))
        return read_part_faults(reading);
    else if (!strcmp(key, "left-out:"))
        return read_left_out(reading);
    else if (!strcmp(key, "function:"))
        return read_function(reading);
    else if (!strcmp(key, "columns:"))
        reading->has_columns = true;
    return true;
}

bool msim_paged_read(struct msim_paged *paged, const char *name, char *bytes, size_t size,
                     const char *only)
{
    *paged = (struct msim_paged){
        .name = name, .command = "", .page_size = 4096, .bytes = bytes, .regions = {.only = only}};
    msim_regions_start(&paged->regions, MSIM_PAGED_EVENTS);
    struct reading reading = {.paged = paged};
    msim_line_reader_open(&reading.lines, name, bytes, size, &paged->error);
    bool good = true, complete;
    while (good && (reading.at = msim_line_reader_next(&reading.lines)) != NULL)
        good = reading.at[0] == '#' ? read_remark(&reading) : read_page(&reading);
    /* While nothing is recorded, no page is touched. */
    complete = paged->pages || reading.has_columns;
    if (!paged->error.line && complete)
        msim_paged_select(paged);
    if (paged->error.line || complete)
        return !paged->error.line;
    reading.lines.line++;
    return refuse(&reading, "at least one page");
}

void msim_paged_free(struct msim_paged *paged)
{
    msim_names_free(&paged->object);
    MSIM_FREE(paged->page, paged->function, paged->faults, paged->part, paged->part_faults);
    msim_regions_free(&paged->regions);
    free(paged->bytes);
}

/* --- Order -------------------------------------------------------------------------------- */

static int by_object(const void *a, const void *b, void *context)
{
    const struct msim_paged *paged = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const struct msim_paged_page *one = &paged->page[x], *other = &paged->page[y];
    if (one->object != other->object)
        return (one->object > other->object) - (one->object < other->object);
    if (one->page != other->page)
        return (one->page > other->page) - (one->page < other->page);
    return (x > y) - (x < y);
}

static int by_address(const void *a, const void *b, void *context)
{
    const struct msim_paged *paged = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    uint64_t one = paged->page[x].page, other = paged->page[y].page;
    return one != other ? (one > other) - (one < other) : (x > y) - (x < y);
}

uint32_t *msim_paged_sorted(const struct msim_paged *paged, bool objects)
{
    uint32_t *sorted = msim_zeroed(paged->pages, sizeof *sorted);
    for (uint32_t i = 0; i < paged->pages; i++)
        sorted[i] = i;
    qsort_r(sorted, paged->pages, sizeof *sorted, objects ? by_object : by_address, (void *)paged);
    return sorted;
}
