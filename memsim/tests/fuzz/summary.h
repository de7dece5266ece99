/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For mutations of files of counts. */
#ifndef MSIM_TESTS_FUZZ_SUMMARY_H
#define MSIM_TESTS_FUZZ_SUMMARY_H

#include "mutate.h"

/* Makes the summary right, or next to nothing would be accepted.  Only of files of few, small
 * counts. */
void msim_mend_summary(struct msim_bytes *of);

#endif
