# SPDX-License-Identifier: GPL-2.0-or-later
#
# Readers of bytes that may be anything, with sanitizers where there are any. NAME.c becomes NAME; what
# they share is in mutate.h.

FUZZERS += \
	%D%/counts.c \
	%D%/heap.c \
	%D%/machine.c \
	%D%/pages.c \
	%D%/sweep.c
FUZZ_HELPERS += %D%/mutate.c %D%/mutate.h

# The same for stream/ and engine/ alone: NAME.c becomes NAME.fuzz.
FUZZ_TARGETS += %D%/trace.c
