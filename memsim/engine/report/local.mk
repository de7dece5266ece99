# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/counts.c %D%/countsfile.c \
	%D%/functions.c %D%/functions.h \
	%D%/objectname.c %D%/objectname.h \
	%D%/partlines.c %D%/partlines.h \
	%D%/partsummary.c \
	%D%/plainevents.c %D%/plainevents.h \
	%D%/report.c %D%/report.h \
	%D%/sites.c %D%/sites.h \
	%D%/summary.c \
	%D%/sums.c %D%/sums.h \
	%D%/unknown.c %D%/unknown.h
