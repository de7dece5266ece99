/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is shown of objects, and the forms that it is shown in. */
#pragma once

#include <stdio.h>

#include "cmd/base/human.h"
#include "cmd/data/model/fields.h"
#include "cmd/data/model/rows.h"
#include "cmd/draw/canvas.h"
#include "cmd/listing/view.h"

/* Numbers beside names, which take less where there is little room: then long ones are short. */
struct msim_objects_number {
    struct msim_human text;
    int width;
};
struct msim_objects_number msim_objects_number_in(const struct msim_view *view, uint64_t number,
                                                  int width);

struct msim_objects_shown {
    struct msim_view view; /* columns, threshold and width */
    struct msim_objects_model *model;
    uint32_t *order; /* rows, costliest first */
    size_t listed;   /* the first of them, which reach the threshold */
    size_t limit;    /* most rows of a table of text */
    size_t chosen;   /* the first of `order` that were asked for; 0: all are shown */
    uint64_t line;   /* bytes of a cache line */
};

/* Chooses columns; what is wrong with the options' values ends the command. */
void msim_objects_columns(struct msim_objects_shown *shown, const char *show, const char *sort,
                          bool is_text);

/* The cycles in which no load waits, which belong to no object; from malloc. */
int64_t *msim_objects_other(const struct msim_objects_shown *shown);

/* Orders rows and moves those of that number, name or place to the front.  `name` NULL: none is
 * asked for.  Ends the command if no row has the name. */
void msim_objects_choose(struct msim_objects_shown *shown, const char *name);

void msim_objects_text(const struct msim_objects_shown *shown, FILE *to);
void msim_objects_json(const struct msim_objects_shown *shown, FILE *to);
void msim_objects_csv(const struct msim_objects_shown *shown, FILE *to);

/* Text: one object, and its structure. */
void msim_objects_detail(const struct msim_objects_shown *shown, uint32_t row, FILE *to);
void msim_objects_structure(const struct msim_objects_shown *shown, uint32_t row, FILE *to);

/* Text: what was touched of the object's lines while they were in the cache. */
void msim_objects_together(const struct msim_objects_shown *shown, uint32_t row, FILE *to);

/* The name of a field of a row; "": it has none.  From malloc. */
char *msim_objects_field_text(const struct msim_objects_row *row,
                              const struct msim_objects_field *field);

/* The number of a row, from 1, as users give it. */
static inline uint32_t msim_objects_number(uint32_t row)
{
    return row + 1;
}

/* Pictures of the structures of the chosen rows, or of the first ones. */
struct msim_point msim_objects_picture_size(const struct msim_objects_shown *shown, double width);
void msim_objects_picture(const struct msim_objects_shown *shown, struct msim_canvas *canvas);
