# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/engine/order/waits/local.mk

ENGINE_SOURCES += \
	%D%/arrivals.c %D%/arrivals.h \
	%D%/cores.c %D%/cores.h \
	%D%/kinds.c %D%/kinds.h \
	%D%/order.h \
	%D%/ordering.c \
	%D%/slices.c %D%/slices.h \
	%D%/spin.c %D%/spin.h \
	%D%/state.h
