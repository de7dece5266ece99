# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/decoder.h \
	%D%/disassembler.h \
	%D%/elf.c %D%/elf.h \
	%D%/object.c %D%/object.h
if CAPSTONE
CMD_SOURCES += %D%/decoder_capstone.c %D%/disassembler_capstone.c
else
CMD_SOURCES += %D%/capstone_none.c
endif
