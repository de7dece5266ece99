# SPDX-License-Identifier: GPL-2.0-or-later

SHOW_SOURCES += \
	%D%/column.c %D%/column.h \
	%D%/value.c %D%/value.h
