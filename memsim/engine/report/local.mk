# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/counts.c \
	%D%/objectname.c %D%/objectname.h \
	%D%/report.c %D%/report.h \
	%D%/sites.c %D%/sites.h \
	%D%/summary.c
