# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/accesses.c %D%/accesses.h \
	%D%/file.c \
	%D%/last.c %D%/last.h \
	%D%/lines.c %D%/lines.h \
	%D%/objects.c %D%/objects.h \
	%D%/observer.c \
	%D%/patterns.c %D%/patterns.h \
	%D%/uses.c %D%/uses.h \
	%D%/waits.c %D%/waits.h \
	%D%/within.c %D%/within.h
