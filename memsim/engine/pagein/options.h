/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the observer of page-ins lists. */
#pragma once

#include "engine/base/option.h"

/* The observer needs the stream.  Unless the user asked for page-ins, it runs only if the stream is
 * recorded anyway. */
struct msim_pagein_options {
    bool on, asked, detail, microseconds;
    unsigned page_shift;
    uint64_t fault_around; /* bytes that the kernel maps for one read of a file */
    const char *file;      /* may contain %p */
};

extern const struct msim_pagein_options msim_pagein_usual;
