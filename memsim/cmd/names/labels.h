/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The names of a table's rows, shortened together: rows whose names differ, but for remarks, stay
 * different in any width.
 *
 * A label consists of parts.  Where it is too long, its parts lose, in this order: the folders, what
 * goes without saying in names of the standard library, the arguments of functions, what is in angle
 * brackets inside of others, then in any, namespaces from the left, remarks, the ends of names, and
 * only then the front of places and members: "Book<...>::add(...) (book.h:12)".  Labels that have
 * become equal are shown from where they begin to differ, "Book::add(...long) (book.h:12)"; if there
 * is no room for that, they are longer than the width.
 *
 * Cost: a label is looked at once per stage, and equal ones are found by sorting.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum msim_label_kind {
    MSIM_LABEL_NAME,   /* of a function or type */
    MSIM_LABEL_REMARK, /* " [recursive]", which is shown whole or not at all */
    MSIM_LABEL_OTHER,  /* a name that belongs to the remark before it, and goes with it */
    MSIM_LABEL_TAIL,   /* what may be cut off at its end, before anything else */
    MSIM_LABEL_FILE,   /* " (book.h)", which says less than the name */
    MSIM_LABEL_PLACE,  /* " (book.h:12)" */
    MSIM_LABEL_PATH,   /* "src/book.h", which loses folders before all else */
    MSIM_LABEL_MEMBER, /* "Order.price" */
};

enum { MSIM_LABEL_PARTS = 8 };

struct msim_label_part {
    enum msim_label_kind kind;
    size_t start, length; /* in the label's text */
};

struct msim_label {
    char *full, *key, *fitted; /* key: without remarks; labels of one key may look the same */
    char *head;                /* what was shown of it before it was found to be equal */
    size_t froms, from[MSIM_LABEL_PARTS]; /* where its key differs from such others */
    size_t indent;                        /* blanks before it; they count */
    size_t parts;
    struct msim_label_part part[MSIM_LABEL_PARTS];
};

/* Starts zeroed. */
struct msim_labels {
    struct msim_label *label;
    size_t count;
};

/* Begins the next label, and adds a part to it. */
void msim_labels_next(struct msim_labels *labels, size_t indent);
void msim_labels_put(struct msim_labels *labels, enum msim_label_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The callers of a label's function, from malloc, with one more: " < main".  `is_limited`: its name is
 * shortened.  Frees them. */
char *msim_labels_caller(char *callers, const char *name, bool is_limited);

/* Sets what is shown of each in `most` columns (SIZE_MAX: all of it), in clean UTF-8 with its
 * blanks. */
void msim_labels_fit(struct msim_labels *labels, size_t most);

const char *msim_labels_text(const struct msim_labels *labels, size_t number);

void msim_labels_free(struct msim_labels *labels);
