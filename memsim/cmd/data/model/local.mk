# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/elements.c %D%/elements.h \
	%D%/events.c %D%/events.h \
	%D%/fields.c %D%/fields.h \
	%D%/make.c \
	%D%/making.c %D%/making.h \
	%D%/modules.c %D%/modules.h \
	%D%/names.c %D%/names.h \
	%D%/rows.h \
	%D%/split.c \
	%D%/users.c %D%/users.h
