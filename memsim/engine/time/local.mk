# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/allocated.c %D%/allocated.h \
	%D%/file.c \
	%D%/intervals.c %D%/intervals.h \
	%D%/observer.c \
	%D%/paths.c %D%/paths.h \
	%D%/rows.c %D%/rows.h \
	%D%/segments.c %D%/segments.h \
	%D%/tally.c %D%/tally.h
