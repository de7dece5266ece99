# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/export.c \
	%D%/figures.c %D%/figures.h \
	%D%/measure.c \
	%D%/plot.c \
	%D%/table.c \
	%D%/validate.c %D%/validate.h
