# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/bases.c %D%/bases.h \
	%D%/builder.c %D%/builder.h \
	%D%/clock.c %D%/clock.h \
	%D%/flow.c %D%/flow.h \
	%D%/lastuse.c %D%/lastuse.h \
	%D%/onoff.c %D%/onoff.h \
	%D%/opclass.c %D%/opclass.h \
	%D%/recorder.c %D%/recorder.h \
	%D%/registers_amd64.c %D%/registers.h \
	%D%/session.c %D%/session.h
