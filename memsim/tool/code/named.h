/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of functions that options give. */
#pragma once

struct msim_needs;

/* Reports each name that no function has of what is loaded, which may be a typing error.  Call when
 * the program is about to begin, after its libraries were loaded. */
void msim_report_unknown_names(const struct msim_needs *needs);
