# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/data/heap/local.mk
include $(top_srcdir)/memsim/cmd/data/model/local.mk
include $(top_srcdir)/memsim/cmd/data/objects/local.mk
include $(top_srcdir)/memsim/cmd/data/pages/local.mk
include $(top_srcdir)/memsim/cmd/data/space/local.mk
include $(top_srcdir)/memsim/cmd/data/typed/local.mk
