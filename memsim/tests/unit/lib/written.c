/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A FILE in memory; see written.h. */
#include "written.h"

#include <stdlib.h>

#include "main.h"

void unit_written_start(struct unit_written *written)
{
    written->to = open_memstream(&written->text, &written->size);
    ck_assert_ptr_nonnull(written->to);
}

void unit_written_is(struct unit_written *written, const char *expected)
{
    fclose(written->to);
    ck_assert_str_eq(written->text, expected);
    free(written->text);
}
