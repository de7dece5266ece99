# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/kernel.c %D%/kernel.h \
	%D%/native.c %D%/native.h \
	%D%/one.c %D%/one.h \
	%D%/simulate.c %D%/simulate.h
