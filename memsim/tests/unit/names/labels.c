/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of a table's rows: what is shown of them, that they fit, and that they stay different. */
#include "cmd/names/labels.h"

#include <string.h>

#include "cmd/base/utf8.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

#define CUT "\xe2\x80\xa6"

static const char *fitted(struct msim_labels *labels, const char *name, const char *remark,
                          const char *place, const char *member, size_t most)
{
    msim_labels_next(labels, 0);
    msim_labels_put(labels, MSIM_LABEL_NAME, "%s", name);
    msim_labels_put(labels, MSIM_LABEL_REMARK, "%s", remark);
    msim_labels_put(labels, MSIM_LABEL_PLACE, "%s", place);
    msim_labels_put(labels, MSIM_LABEL_MEMBER, "%s", member);
    msim_labels_fit(labels, most);
    return msim_labels_text(labels, labels->count - 1);
}

static const struct {
    size_t most;
    const char *name, *remark, *place, *member, *expected;
} rows[] = {
    {80, "shop::Book::add(unsigned long)", "", " (book.h:12)", " Order.price",
     "shop::Book::add(unsigned long) (book.h:12) Order.price"},
    {45, "shop::Book::add(unsigned long)", "", " (book.h:12)", " Order.price",
     "shop::Book::add(" CUT ") (book.h:12) Order.price"},
    {38, "shop::Book::add(unsigned long)", "", " (book.h:12)", " Order.price",
     CUT "Book::add(" CUT ") (book.h:12) Order.price"},
    {36, "shop::Book::add(unsigned long)", "", " (book.h:12)", " Order.price",
     CUT "add(" CUT ") (book.h:12) Order.price"},
    {30, "a_function_of_c", " [recursive]", " (main.c)", "", "a_function_of_c (main.c)"},
    {21, "a_function_of_c", " [recursive]", " (main.c)", "", "a_function_" CUT " (main.c)"},
    {16, "a_function_of_c", "", " (main.c:1234)", "", "a_f" CUT "ain.c:1234)"},
    {24, "(below main)", "", " (libc_start.h)", "", "(below main)" CUT "bc_start.h)"},
};

UNIT_ROWS(fits_parts, rows)
{
    struct msim_labels labels = {.count = 0};
    ck_assert_str_eq(fitted(&labels, rows[_i].name, rows[_i].remark, rows[_i].place,
                            rows[_i].member, rows[_i].most),
                     rows[_i].expected);
    msim_labels_free(&labels);
}

static const char *const types[] = {"int", "long", "std::string", "std::vector<int>",
                                    "market::Order"};

static void add(struct msim_labels *labels, size_t indent, const char *const type[4], unsigned file,
                unsigned line)
{
    msim_labels_next(labels, indent);
    msim_labels_put(labels, MSIM_LABEL_NAME,
                    "market::detail::Book<%s, std::less<%s> >::add(%s, %s)", type[0], type[1],
                    type[2], type[3]);
    msim_labels_put(labels, MSIM_LABEL_PLACE, " (header%u.h:%u)", file, line);
}

/* Names that differ in much, or in one type or place alone. */
static void add_random(struct unit_random *random, struct msim_labels *labels)
{
    const char *type[4];
    for (size_t i = 0; i < 4; i++)
        type[i] = types[unit_below(random, 5)];
    add(labels, unit_below(random, 4), type, (unsigned)unit_below(random, 2),
        (unsigned)unit_below(random, 3));
}

static void add_alike(size_t number, struct msim_labels *labels)
{
    const char *type[4] = {types[0], types[1], types[2], types[3]};
    unsigned place = number / 5 == 4 ? (unsigned)number % 5 : 0;
    if (number / 5 < 4)
        type[number / 5] = types[number % 5];
    add(labels, 0, type, place % 2, place);
}

/* Returns whether two labels that differ look the same; `most`: what a naive cut leaves, or 0. */
static bool confuses(const struct msim_labels *labels, size_t naive)
{
    for (size_t i = 0; i < labels->count; i++)
        for (size_t k = 0; k < i; k++) {
            const struct msim_label *a = &labels->label[i], *b = &labels->label[k];
            bool same = naive ? !strncmp(a->full, b->full, naive)
                              : !strcmp(msim_labels_text(labels, i) + a->indent,
                                        msim_labels_text(labels, k) + b->indent);
            if (same && strcmp(a->full, b->full) != 0)
                return true;
        }
    return false;
}

UNIT_TEST(keeps_rows_apart)
{
    struct unit_random random = {1};
    bool planted = false;
    for (size_t most = 1; most < 140; most++) {
        struct msim_labels labels = {.count = 0};
        for (unsigned i = 0; i < 60; i++)
            add_random(&random, &labels);
        msim_labels_fit(&labels, most);
        ck_assert(!confuses(&labels, 0));
        planted |= confuses(&labels, most);
        msim_labels_free(&labels);
    }
    ck_assert(planted); /* cutting ends off does not */
}

/* Where rows differ in one thing, there is room for it. */
UNIT_TEST(keeps_the_width)
{
    for (size_t most = 36; most < 140; most++) {
        struct msim_labels labels = {.count = 0};
        for (size_t i = 0; i < 25; i++)
            add_alike(i, &labels);
        msim_labels_fit(&labels, most);
        ck_assert(!confuses(&labels, 0));
        for (size_t i = 0; i < labels.count; i++)
            ck_assert_uint_le(msim_utf8_length(msim_labels_text(&labels, i)), most);
        msim_labels_free(&labels);
    }
}

/* A name of a megabyte, and bytes that are no text. */
UNIT_TEST(survives_odd_labels)
{
    static char name[1 << 20];
    for (size_t i = 0; i < sizeof name - 1; i++)
        name[i] = "a<(:)>b:operator<"[i * 7 % 17];
    struct msim_labels labels = {.count = 0};
    for (size_t most = 1; most < 60; most += 7)
        ck_assert_uint_le(
            msim_utf8_length(fitted(&labels, name, "\xff", "\xc3", name + sizeof name / 2, most)),
            most);
    msim_labels_free(&labels);
}
