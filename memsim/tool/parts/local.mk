# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/harness.c %D%/harness.h \
	%D%/inherit.c %D%/inherit.h \
	%D%/parts.c %D%/parts.h \
	%D%/regions.c %D%/regions.h
