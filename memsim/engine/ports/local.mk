# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/huge.c %D%/huge.h \
	%D%/marks.c %D%/marks.h \
	%D%/pageframes.c %D%/pageframes.h \
	%D%/port.c %D%/port.h \
	%D%/ref.h
