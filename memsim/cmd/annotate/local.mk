# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/annotate.c %D%/annotate.h \
	%D%/cells.c %D%/cells.h \
	%D%/change.c \
	%D%/export.c \
	%D%/heat.c %D%/heat.h \
	%D%/place.c \
	%D%/present.h \
	%D%/rows.c %D%/rows.h \
	%D%/source.c %D%/source.h \
	%D%/sourcetext.c \
	%D%/text.c \
	%D%/top.c \
	%D%/totals.c \
	%D%/view.c %D%/view.h
