/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of functions and types as their standard library lets users write them: without arguments of
 * templates that are there anyway, std::vector<int> for std::vector<int, std::allocator<int> >.
 *
 * Cost: the square of a name's length; names of more than 16 KB stay as they are.
 */
#pragma once

/* From malloc. */
char *msim_standard_name(const char *name);
