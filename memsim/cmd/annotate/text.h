/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A profile as text, for people. */
#ifndef MSIM_CMD_ANNOTATE_TEXT_H
#define MSIM_CMD_ANNOTATE_TEXT_H

#include "view.h"

void msim_annotate_text(const struct msim_view *view, FILE *to);

#endif
