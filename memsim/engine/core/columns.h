/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What cycles are spent on, as columns of counts: by enum msim_cause. */
#pragma once

#include "engine/base/observer.h"
#include "memory/waits.h"

extern const struct msim_observed msim_core_columns[MSIM_CAUSES];
