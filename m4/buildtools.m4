dnl SPDX-License-Identifier: GPL-2.0-or-later
dnl
dnl MSIM_BUILD_TOOLS: the compiler and the libxml2 of the program that is run
dnl while memsim is built (memsim/cmd/machine/maketables). They are those of
dnl memsim itself unless it is cross compiled or CC_FOR_BUILD is given; then
dnl they are the build machine's. Sets BUILD_COMPILER (a conditional: are they
dnl different?), XML_FOR_BUILD_CFLAGS and XML_FOR_BUILD_LIBS. To be called
dnl after PKG_CHECK_MODULES([XML], ...).

AC_DEFUN([MSIM_BUILD_TOOLS], [
AC_ARG_VAR([CC_FOR_BUILD],
  [C compiler for the build machine, for a program that is run while memsim is built])
AC_ARG_VAR([CPPFLAGS_FOR_BUILD], [preprocessor flags for CC_FOR_BUILD])
AC_ARG_VAR([CFLAGS_FOR_BUILD], [compiler flags for CC_FOR_BUILD])
AC_ARG_VAR([LDFLAGS_FOR_BUILD], [linker flags for CC_FOR_BUILD])
AC_ARG_VAR([PKG_CONFIG_FOR_BUILD], [pkg-config that finds libraries of the build machine])

msim_build_tools=no
AS_IF([test "$cross_compiling" = yes || test -n "$CC_FOR_BUILD"], [msim_build_tools=yes])
AS_IF([test $msim_build_tools = yes], [
  AC_CHECK_PROGS([CC_FOR_BUILD], [gcc cc clang])
  AS_VAR_SET_IF([CFLAGS_FOR_BUILD], [], [CFLAGS_FOR_BUILD="-g -O2"])
  AC_PATH_PROGS([PKG_CONFIG_FOR_BUILD], [pkg-config pkgconf])
  msim_saved_PKG_CONFIG=$PKG_CONFIG
  PKG_CONFIG=$PKG_CONFIG_FOR_BUILD
  PKG_CHECK_MODULES([XML_FOR_BUILD], [libxml-2.0 >= 2.9], [],
    [AC_MSG_ERROR([${PKG_CONFIG_FOR_BUILD:-pkg-config} finds no libxml-2.0 of the build machine: install it,
   or set PKG_CONFIG_FOR_BUILD, or XML_FOR_BUILD_CFLAGS and XML_FOR_BUILD_LIBS])])
  PKG_CONFIG=$msim_saved_PKG_CONFIG

  AC_MSG_CHECKING([whether ${CC_FOR_BUILD:-no compiler} makes programs with libxml2 that run here])
  AS_ECHO(["#include <libxml/parser.h>
int main(void) { xmlInitParser(); xmlCleanupParser(); return 0; }"]) > conftest.c
  msim_build_try="$CC_FOR_BUILD $CPPFLAGS_FOR_BUILD $XML_FOR_BUILD_CFLAGS $CFLAGS_FOR_BUILD $LDFLAGS_FOR_BUILD \
    -o conftest conftest.c $XML_FOR_BUILD_LIBS"
  AS_ECHO(["$msim_build_try"]) >&AS_MESSAGE_LOG_FD
  AS_IF([test -n "$CC_FOR_BUILD" && $msim_build_try >&AS_MESSAGE_LOG_FD 2>&1 &&
         ./conftest >&AS_MESSAGE_LOG_FD 2>&1], [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([a program that is run while memsim is built needs a compiler and the libxml2 of the build
   machine: set CC_FOR_BUILD, and what it needs of CFLAGS_FOR_BUILD, LDFLAGS_FOR_BUILD and
   PKG_CONFIG_FOR_BUILD (see config.log)])])
  rm -f conftest conftest.c
], [XML_FOR_BUILD_CFLAGS=$XML_CFLAGS XML_FOR_BUILD_LIBS=$XML_LIBS])
AM_CONDITIONAL([BUILD_COMPILER], [test $msim_build_tools = yes])
])
