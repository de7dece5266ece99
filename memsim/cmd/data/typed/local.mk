# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/mine.c \
	%D%/stacks.c %D%/stacks.h \
	%D%/typed.c %D%/typed.h \
	%D%/vote.c
