# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/advice.c \
	%D%/branches.c \
	%D%/export.c \
	%D%/find.c \
	%D%/mine.c \
	%D%/present.h \
	%D%/text.c
