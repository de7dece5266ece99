# SPDX-License-Identifier: GPL-2.0-or-later

# A theme is a file here and a row in kernels.list.
include $(top_srcdir)/memsim/kernels/pairs/local.mk

KERNEL_SOURCES += \
	%D%/branches.c \
	%D%/chase.c \
	%D%/compute.c \
	%D%/data.c \
	%D%/forward.c \
	%D%/gather.c \
	%D%/kernels.c %D%/kernels.h %D%/kernels.list \
	%D%/main.c \
	%D%/sets.c \
	%D%/timing.c \
	%D%/window.c
