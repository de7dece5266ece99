# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/frees.c %D%/frees.h \
	%D%/inparts.c %D%/inparts.h
