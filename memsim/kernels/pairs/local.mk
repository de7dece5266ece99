# SPDX-License-Identifier: GPL-2.0-or-later

KERNEL_SOURCES += \
	%D%/branches.c \
	%D%/compute.c \
	%D%/layout.c \
	%D%/loops.c \
	%D%/pair.c %D%/pair.h %D%/pairs.list \
	%D%/search.c \
	%D%/shared.c %D%/shared.h \
	%D%/stores.c
