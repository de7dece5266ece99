# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/events.c \
	%D%/search.c \
	%D%/topics.c %D%/topics.h
