# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/lines.c \
	%D%/read.c \
	%D%/reading.h \
	%D%/set.c %D%/set.h \
	%D%/tables.c \
	%D%/uses.c
