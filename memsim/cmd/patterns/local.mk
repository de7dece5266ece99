# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/inlined.c %D%/inlined.h \
	%D%/mine.c %D%/mine.h \
	%D%/pattern.c \
	%D%/substitute.c %D%/substitute.h \
	%D%/wrappers.c %D%/wrappers.h
