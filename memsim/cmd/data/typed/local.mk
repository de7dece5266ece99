# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/naming.c %D%/naming.h \
	%D%/stacks.c %D%/stacks.h \
	%D%/typed.c %D%/typed.h \
	%D%/vote.c
