# SPDX-License-Identifier: GPL-2.0-or-later
"""The times of kernels, as memsim-kernels measures them natively."""

import os
import subprocess

import harness

KERNELS = "memsim/kernels/memsim-kernels"


def nanoseconds(*kernel):
    """The least time of one of what a round has many of, an addition or a load."""
    words = [os.path.join(harness.build_folder(), KERNELS), "--time=3,9", *map(str, kernel)]
    done = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return float(done[2]) / float(done[1])


def clock():
    """Cycles in a nanosecond: dependent additions take one each. The highest rate that is seen."""
    return max(1 / nanoseconds("additions") for _ in range(5))
