# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/bases.c %D%/bases.h \
	%D%/builder.c %D%/builder.h \
	%D%/clock.c %D%/clock.h \
	%D%/onoff.c %D%/onoff.h \
	%D%/recorder.c %D%/recorder.h \
	%D%/session.c %D%/session.h
