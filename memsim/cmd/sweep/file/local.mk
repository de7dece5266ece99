# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/read.c \
	%D%/set.c %D%/set.h
