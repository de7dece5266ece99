# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/elements.c \
	%D%/events.c \
	%D%/fields.c %D%/fields.h \
	%D%/make.c \
	%D%/making.h \
	%D%/modules.c \
	%D%/names.c \
	%D%/rows.h \
	%D%/split.c \
	%D%/users.c
