/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of rows.h; making.h makes them. */
#include "rows.h"

#include <stdlib.h>

void msim_objects_model_free(struct msim_objects_model *model)
{
    for (uint32_t i = 0; i < model->rows; i++) {
        free(model->row[i].name);
        free(model->row[i].place);
        free(model->row[i].count);
    }
    free(model->row);
    free(model->next);
    free(model->piece);
    msim_counts_free(&model->counts);
    msim_objects_modules_free(&model->modules);
}
