# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/asm.c %D%/asm.h \
	%D%/export.c \
	%D%/rows.c \
	%D%/text.c
