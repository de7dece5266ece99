# SPDX-License-Identifier: GPL-2.0-or-later
#
# Drivers that feed arbitrary bytes to readers, with sanitizers if available. NAME.c becomes NAME;
# mutate.h has what they share.

FUZZERS += \
	%D%/calls.c \
	%D%/check.c \
	%D%/counts.c \
	%D%/elf.c \
	%D%/heap.c \
	%D%/layout.c \
	%D%/machine.c \
	%D%/objects.c \
	%D%/pages.c \
	%D%/share.c \
	%D%/sweep.c \
	%D%/time.c \
	%D%/types.c
FUZZ_HELPERS += %D%/mutate.c %D%/mutate.h %D%/forms.c %D%/forms.h

# The same for stream/ and engine/ alone: NAME.c becomes NAME.fuzz.
FUZZ_TARGETS += %D%/trace.c
