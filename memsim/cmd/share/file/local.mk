# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/read.c \
	%D%/units.c %D%/units.h
