/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the rows of a file of objects. */
#ifndef MSIM_CMD_DATA_MODEL_MODEL_H
#define MSIM_CMD_DATA_MODEL_MODEL_H

#include "rows.h"

/* Makes the rows of `objects`; the fields of the model above `counts` are set, and stay those of
 * the caller. */
void msim_objects_model_make(struct msim_objects_model *model);

#endif
