dnl SPDX-License-Identifier: GPL-2.0-or-later
dnl
dnl MSIM_PLATFORM: everything that depends on the platform. To add one, add a
dnl case here; the rest of the build uses VG_PLATFORM, TOOL_CFLAGS, TOOL_LDFLAGS
dnl and TOOL_LIBS only. VG_PLATFORM and vg_load_address come from MSIM_VALGRIND.

AC_DEFUN([MSIM_PLATFORM], [
AC_MSG_CHECKING([whether memsim supports $VG_PLATFORM])
AS_CASE([$VG_PLATFORM],
  [amd64-linux],
    [msim_arch_flags="-m64 -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1 -DVGPV_amd64_linux_vanilla=1"],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([this Valgrind is for $VG_PLATFORM; memsim supports amd64-linux only])])
AC_MSG_RESULT([yes])

AC_ARG_VAR([TOOL_OPT], [optimisation flags of the Valgrind tool, -O2 if not set; CFLAGS do not reach it])
AS_VAR_SET_IF([TOOL_OPT], [], [TOOL_OPT=-O2])

dnl A tool runs inside Valgrind without libc and at a fixed address: no stack
dnl protector, no PIE, no hardening, and no CFLAGS of the user.
TOOL_CFLAGS="$TOOL_OPT -g -fno-strict-aliasing -fno-builtin -fno-stack-protector -fno-pie $msim_arch_flags"
TOOL_LDFLAGS="-static -no-pie -nodefaultlibs -nostartfiles -u _start -Wl,-Ttext-segment=$vg_load_address -Wl,--build-id=none"
TOOL_LIBS="-L$vg_archives -lcoregrind-$VG_PLATFORM -lvex-$VG_PLATFORM -lgcc"
AC_SUBST([TOOL_CFLAGS])
AC_SUBST([TOOL_LDFLAGS])
AC_SUBST([TOOL_LIBS])
])
