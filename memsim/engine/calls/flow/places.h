/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What others may know of the stacks and contexts that are followed: functions of
 * parts/contexts.h. */
#pragma once

#include "follow.h"

/* Adds these functions to those of a follower. */
void msim_follower_show_places(struct msim_context_observer *observer);
