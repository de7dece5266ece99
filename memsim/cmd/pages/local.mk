# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/bands.c \
	%D%/order.c \
	%D%/pages.c \
	%D%/regions.c \
	%D%/plot.c \
	%D%/present.h \
	%D%/show.c \
	%D%/threads.c
