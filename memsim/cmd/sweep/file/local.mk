# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/part.c \
	%D%/read.c %D%/read.h \
	%D%/set.c %D%/set.h
