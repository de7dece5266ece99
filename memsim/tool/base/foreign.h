/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options of Callgrind and Cachegrind that memsim does not have. */
#pragma once

#include "pub_tool_basics.h"

/* Why memsim does not have this option, and what to type instead; NULL: it is not such an
 * option. */
const HChar *msim_foreign_option(const HChar *argument);
