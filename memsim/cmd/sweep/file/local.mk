# SPDX-License-Identifier: GPL-2.0-or-later

SHOW_SOURCES += \
	%D%/part.c %D%/part.h \
	%D%/read.c %D%/read.h \
	%D%/set.c %D%/set.h
