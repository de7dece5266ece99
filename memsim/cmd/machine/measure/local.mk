# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/curves.c %D%/curves.h \
	%D%/draw.c \
	%D%/report.c %D%/report.h \
	%D%/run.c %D%/run.h \
	%D%/steps.c %D%/steps.h \
	%D%/take.c %D%/take.h \
	%D%/values.c %D%/values.h
