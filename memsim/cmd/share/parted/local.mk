# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/count.c %D%/count.h \
	%D%/lines.c %D%/lines.h \
	%D%/map.c %D%/map.h
