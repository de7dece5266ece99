# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/labels.c %D%/labels.h \
	%D%/shorten.c %D%/shorten.h \
	%D%/standard.c %D%/standard.h
