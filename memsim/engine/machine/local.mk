# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/core.c %D%/core.h %D%/core.list \
	%D%/coreoption.c %D%/coreoption.h \
	%D%/cores.c %D%/cores.h \
	%D%/counts.c %D%/counts.h %D%/counts.list \
	%D%/cycles.c %D%/cycles.h \
	%D%/geometry.c %D%/geometry.h \
	%D%/machines.c %D%/machines.h \
	%D%/names.c %D%/names.h \
	%D%/oneline.c %D%/oneline.h \
	%D%/profile.c %D%/profile.h
