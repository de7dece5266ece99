# SPDX-License-Identifier: GPL-2.0-or-later

# One line for each room.
include $(top_srcdir)/memsim/engine/base/local.mk
include $(top_srcdir)/memsim/engine/machine/local.mk
include $(top_srcdir)/memsim/engine/branches/local.mk
include $(top_srcdir)/memsim/engine/policies/local.mk
include $(top_srcdir)/memsim/engine/prefetchers/local.mk
include $(top_srcdir)/memsim/engine/arrays/local.mk
include $(top_srcdir)/memsim/engine/parts/local.mk
include $(top_srcdir)/memsim/engine/order/local.mk
include $(top_srcdir)/memsim/engine/ports/local.mk
include $(top_srcdir)/memsim/engine/coherence/local.mk
include $(top_srcdir)/memsim/engine/combining/local.mk
include $(top_srcdir)/memsim/engine/outer/local.mk
include $(top_srcdir)/memsim/engine/outer/options/local.mk
include $(top_srcdir)/memsim/engine/caches/local.mk
include $(top_srcdir)/memsim/engine/report/local.mk
include $(top_srcdir)/memsim/engine/blocks/local.mk
include $(top_srcdir)/memsim/engine/where/local.mk
include $(top_srcdir)/memsim/engine/heap/local.mk
include $(top_srcdir)/memsim/engine/objects/local.mk
include $(top_srcdir)/memsim/engine/pagein/local.mk
include $(top_srcdir)/memsim/engine/calls/local.mk
include $(top_srcdir)/memsim/engine/sweep/local.mk
include $(top_srcdir)/memsim/engine/share/local.mk
include $(top_srcdir)/memsim/engine/time/local.mk
include $(top_srcdir)/memsim/engine/core/local.mk
include $(top_srcdir)/memsim/engine/branchsim/local.mk
include $(top_srcdir)/memsim/engine/why/local.mk
include $(top_srcdir)/memsim/engine/hints/local.mk

ENGINE_SOURCES += \
	%D%/attach.c %D%/attach.h \
	%D%/observers.c %D%/observers.h %D%/observers.list \
	%D%/options.c %D%/options.h \
	%D%/recorded.c %D%/recorded.h \
	%D%/study.c %D%/study.h \
	%D%/turns.c %D%/turns.h
