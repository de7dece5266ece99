/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's command, as files show it. */
#pragma once

#include "pub_tool_basics.h"

/* One line, allocated, with the words separated by blanks. */
HChar *msim_command_line(void);
