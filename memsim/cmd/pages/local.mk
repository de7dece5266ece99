# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/bands.c %D%/bands.h \
	%D%/order.c %D%/order.h \
	%D%/pages.c \
	%D%/regions.c \
	%D%/plot.c \
	%D%/present.h \
	%D%/show.c \
	%D%/symbols.c %D%/symbols.h \
	%D%/threads.c
