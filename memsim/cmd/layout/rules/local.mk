# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/changes.c \
	%D%/layout.h \
	%D%/plan.c %D%/plan.h \
	%D%/read.c
