/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which events make a line a changed one: instructions, reads and writes always; misses where their
 * budget was not kept, or they became fewer, as they change with the layout of everything else.
 */
#pragma once

#include "judge.h"
#include "lines/changes.h"

void msim_watch(struct msim_changes *changes, const struct msim_sides *sides,
                const struct msim_judgement *judgement);
