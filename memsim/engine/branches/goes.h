/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a jump or call to a computed target goes, beside where it went before. */
#pragma once

enum msim_goes {
    MSIM_GOES_ON,       /* where it always went, or for the first time */
    MSIM_GOES_AGAIN,    /* where it went the last time, but not always */
    MSIM_GOES_ELSEWHERE /* than the last time */
};
