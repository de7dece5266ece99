/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How each class of operations runs: its ports, and how long it takes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/machine/core.h"
#include "stream/ops.h"

/* Ports, by what uses them. */
enum msim_port_group {
    MSIM_PORTS_SIMPLE,
    MSIM_PORTS_MULTIPLY,
    MSIM_PORTS_BRANCH,
    MSIM_PORTS_VECTOR,
    MSIM_PORTS_FLOAT_ADD,
    MSIM_PORTS_FLOAT_MULTIPLY,
    MSIM_PORTS_LOAD,
    MSIM_PORTS_STORE,
    MSIM_PORT_GROUPS,
    MSIM_PORTS_NONE = MSIM_PORT_GROUPS
};

/* How a class of operations runs. */
struct msim_running {
    enum msim_port_group ports;
    uint32_t latency, busy;
    bool vector; /* it waits in the queue of vectors */
};

/* One for each class, of such a core. */
void msim_running_init(struct msim_running *to, const struct msim_core *core);
