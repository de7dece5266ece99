# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/flow.c %D%/flow.h \
	%D%/lastuse.c %D%/lastuse.h \
	%D%/opclass.c %D%/opclass.h \
	%D%/registers_amd64.c %D%/registers.h \
	%D%/values.c %D%/values.h
