/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows that are being made; see making.h. */
#include "making.h"

#include "cmd/base/grow.h"
#include "events.h"

uint32_t msim_objects_row_keyed(struct msim_objects_making *making, uint32_t object,
                                const char *key, bool *is_new)
{
    struct msim_objects_model *model = making->model;
    uint32_t number = msim_names_number(&making->keys, key);
    *is_new = number == model->rows;
    if (!*is_new)
        return number;
    MSIM_PUSH(model->row, model->rows,
              (struct msim_objects_row){
                  .kind = model->objects->object[object].kind,
                  .object = object,
                  .module = "",
                  .count = msim_zeroed(model->counts.events, sizeof *model->row->count)});
    return number;
}

void msim_objects_row_take(struct msim_objects_making *making, uint32_t number, size_t use,
                           size_t cell, int64_t offset)
{
    struct msim_objects_model *model = making->model;
    struct msim_objects_row *row = &model->row[number];
    enum msim_access_kind access = model->objects->use[use].access;
    const uint64_t *count = msim_objects_cell(model->objects, cell);
    MSIM_PUSH(model->piece, model->pieces, (struct msim_objects_piece){use, cell, offset, number});
    row->references[access] += count[0];
    msim_objects_add(model->objects, access, count, row->count);
    row->pieces++;
}
