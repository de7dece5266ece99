# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/crew.c %D%/crew.h \
	%D%/player.c %D%/player.h \
	%D%/replay.c \
	%D%/simulate.c %D%/simulate.h \
	%D%/source.c %D%/source.h
