# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/about.c %D%/about.h \
	%D%/aligned.c %D%/aligned.h \
	%D%/cells.c %D%/cells.h \
	%D%/export.c %D%/export.h \
	%D%/next.c %D%/next.h \
	%D%/source.c %D%/source.h \
	%D%/stack.c %D%/stack.h \
	%D%/symbols.c %D%/symbols.h \
	%D%/totals.c \
	%D%/view.c %D%/view.h
