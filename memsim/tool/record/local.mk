# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/bases.c %D%/bases.h \
	%D%/builder.c %D%/builder.h \
	%D%/clock.c %D%/clock.h \
	%D%/places.c %D%/places.h \
	%D%/recorder.c %D%/recorder.h \
	%D%/segments.c %D%/segments.h
