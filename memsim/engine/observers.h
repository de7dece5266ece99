/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of all observers (base/observer.h), in the order of their files and summaries. */
#pragma once

#include "engine/base/observer.h"

enum { MSIM_OBSERVERS_MAX = 16 };

extern const struct msim_observer *const msim_observers[];
extern const unsigned msim_observers_used;
