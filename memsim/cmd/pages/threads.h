/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows which thread touched pages first: in all, in each file or kind of memory, and which of
 * these one thread alone touched first. */
#ifndef MSIM_CMD_PAGES_THREADS_H
#define MSIM_CMD_PAGES_THREADS_H

#include "show.h"

/* The list is of a run that was divided by thread. */
void msim_paged_threads_text(const struct msim_paged *paged, const struct msim_paged_view *view,
                             FILE *to);
void msim_paged_threads_json(const struct msim_paged *paged, const struct msim_paged_view *view,
                             FILE *to);
void msim_paged_threads_csv(const struct msim_paged *paged, const struct msim_paged_view *view,
                            FILE *to);

#endif
