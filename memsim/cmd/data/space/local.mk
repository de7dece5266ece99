# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/gaps.c %D%/gaps.h \
	%D%/space.c %D%/space.h
