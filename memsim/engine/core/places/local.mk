# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/distances.h \
	%D%/queue.c %D%/queue.h \
	%D%/recent.h \
	%D%/stores.c %D%/stores.h
