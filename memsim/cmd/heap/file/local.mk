# SPDX-License-Identifier: GPL-2.0-or-later

SHOW_SOURCES += \
	%D%/alloc.c %D%/alloc.h \
	%D%/allocread.c %D%/allocread.h \
	%D%/read.c %D%/read.h \
	%D%/set.c %D%/set.h
