# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/plan.c %D%/plan.h \
	%D%/ports.c %D%/ports.h
