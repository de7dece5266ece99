# SPDX-License-Identifier: GPL-2.0-or-later
#
# One program each, built twice: NAME.c becomes NAME.unit and, with sanitizers, NAME-san.unit. All link
# one library of helpers.

UNIT_TESTS += \
	%D%/engine/array.c \
	%D%/engine/blocks.c \
	%D%/engine/cycles.c \
	%D%/engine/geometry.c \
	%D%/engine/grid.c \
	%D%/engine/heap.c \
	%D%/engine/heapfile.c \
	%D%/engine/pagein.c \
	%D%/engine/ranges.c \
	%D%/engine/report.c \
	%D%/engine/sim.c \
	%D%/engine/sort.c \
	%D%/engine/study.c \
	%D%/engine/sweep.c \
	%D%/engine/writing.c \
	%D%/stream/codec.c \
	%D%/stream/dict.c \
	%D%/stream/trace.c
UNIT_HELPERS += \
	%D%/lib/host.c %D%/lib/host.h \
	%D%/lib/machine.c %D%/lib/machine.h \
	%D%/lib/main.c %D%/lib/main.h \
	%D%/lib/naive.c %D%/lib/naive.h \
	%D%/lib/program.c %D%/lib/program.h \
	%D%/lib/text.c %D%/lib/text.h \
	%D%/lib/trace_file.c %D%/lib/trace_file.h
