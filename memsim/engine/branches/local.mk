# SPDX-License-Identifier: GPL-2.0-or-later
# Which branches a processor foresees.

ENGINE_SOURCES += \
	%D%/branches.c %D%/branches.h \
	%D%/discovered.h \
	%D%/ends.h \
	%D%/goes.h \
	%D%/history.c %D%/history.h \
	%D%/returns.c %D%/returns.h \
	%D%/simple.h \
	%D%/tage.c %D%/tage.h \
	%D%/targets.c %D%/targets.h
