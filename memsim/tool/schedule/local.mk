# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/kernel.c %D%/kernel.h \
	%D%/repeats.c %D%/repeats.h \
	%D%/schedule.c %D%/schedule.h
