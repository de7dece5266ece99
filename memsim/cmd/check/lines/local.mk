# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/changes.c %D%/changes.h \
	%D%/conflict.c \
	%D%/steady.c
