# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/kernellines.c %D%/kernellines.h \
	%D%/levels.c %D%/levels.h
