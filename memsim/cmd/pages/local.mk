# SPDX-License-Identifier: GPL-2.0-or-later

SHOW_SOURCES += \
	%D%/order.c %D%/order.h \
	%D%/plot.c %D%/plot.h \
	%D%/read.c %D%/read.h \
	%D%/show.c %D%/show.h \
	%D%/symbols.c %D%/symbols.h
CMD_SOURCES += \
	%D%/pages.c %D%/pages.h
