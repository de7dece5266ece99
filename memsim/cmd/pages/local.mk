# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/bands.c %D%/bands.h \
	%D%/order.c %D%/order.h \
	%D%/pages.c \
	%D%/regions.c %D%/regions.h \
	%D%/plot.c %D%/plot.h \
	%D%/show.c %D%/show.h \
	%D%/symbols.c %D%/symbols.h \
	%D%/threads.c %D%/threads.h
