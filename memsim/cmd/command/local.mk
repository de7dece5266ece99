# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/command.c %D%/command.h
