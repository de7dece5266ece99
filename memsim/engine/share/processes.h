/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the summary, the file and its viewer say if memory was mapped that other processes may
 * write, too: lines are only followed in this process.
 */
#pragma once

#define MSIM_SHARE_PROCESSES                                                                       \
    "Memory shared with other processes: what they do to its lines is not counted"
