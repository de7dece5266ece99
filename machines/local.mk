# SPDX-License-Identifier: GPL-2.0-or-later
#
# Machines that can be named; each file is called as its machine is.

MACHINE_FILES += \
	%D%/apple-m1.xml \
	%D%/arm1176-bcm2835.xml \
	%D%/core2-p8600.xml \
	%D%/core2-x6800.xml \
	%D%/cortex-a7-bcm2836.xml \
	%D%/goldencove-i9-12900k.xml \
	%D%/neoverse-n1.xml \
	%D%/neoverse-v2.xml \
	%D%/pentium4-prescott.xml \
	%D%/raptorcove-xeon5.xml \
	%D%/redwoodcove-xeon6.xml \
	%D%/skylake-i7-6700k.xml \
	%D%/skylake-sp-gold-6154.xml \
	%D%/zen3-epyc.xml \
	%D%/zen4-epyc.xml \
	%D%/zen5-epyc.xml
MACHINE_SCHEMA += %D%/machine.rng
