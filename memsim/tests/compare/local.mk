# SPDX-License-Identifier: GPL-2.0-or-later
#
# Comparisons with other tools, the kernel and naive models. The long ones run in "make check-long".

SHELL_TESTS += \
	%D%/names \
	%D%/quick-calls \
	%D%/recursion \
	%D%/quick-cachegrind \
	%D%/quick-dhat \
	%D%/quick-instructions \
	%D%/quick-massif \
	%D%/quick-model \
	%D%/quick-objects \
	%D%/quick-pagein \
	%D%/quick-sweep
LONG_TESTS += \
	%D%/calls \
	%D%/cachegrind \
	%D%/dhat \
	%D%/faults \
	%D%/follow \
	%D%/harness \
	%D%/instructions \
	%D%/massif \
	%D%/model \
	%D%/named \
	%D%/objects \
	%D%/pagein \
	%D%/programs \
	%D%/sweep
BY_HAND += \
	%D%/blocks \
	%D%/commits
TEST_PROGS += \
	%D%/lackeymodel.c \
	%D%/step.c
