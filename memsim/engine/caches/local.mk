# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/array.c %D%/array.h \
	%D%/assoc.c %D%/assoc.h \
	%D%/huge.c %D%/huge.h \
	%D%/options.c %D%/options.h \
	%D%/outer.c %D%/outer.h \
	%D%/port.c %D%/port.h \
	%D%/profile.c %D%/profile.h \
	%D%/ref.h \
	%D%/scan.h \
	%D%/sim.c %D%/sim.h \
	%D%/slots.h \
	%D%/touch.h
