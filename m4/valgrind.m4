dnl SPDX-License-Identifier: GPL-2.0-or-later
dnl
dnl MSIM_VALGRIND: finds Valgrind with pkg-config, or in an unpacked package.
dnl Sets VG_PLATFORM, VG_INCLUDEDIR, VG_TOOLDIR (where Valgrind's own tools are),
dnl VALGRIND (its launcher), VALGRIND_VERSION, toolexecdir (where "make install"
dnl puts memsim), vg_archives and vg_load_address.

AC_DEFUN([MSIM_VALGRIND], [
AC_ARG_WITH([valgrind],
  [AS_HELP_STRING([--with-valgrind=DIR],
    [use the Valgrind unpacked in DIR (DIR/usr or DIR is its prefix), not the installed one])],
  [], [with_valgrind=])
AC_ARG_WITH([valgrind-tools],
  [AS_HELP_STRING([--with-valgrind-tools=DIR],
    [Valgrind's tool folder, with none-PLATFORM and default.supp, where it is not found by looking])],
  [], [with_valgrind_tools=])
AC_ARG_WITH([tooldir],
  [AS_HELP_STRING([--with-tooldir=DIR],
    [install the tool in DIR instead of in Valgrind's tool folder])],
  [], [with_tooldir=])
AC_ARG_VAR([VALGRIND], [Valgrind's launcher, where it is not found by looking])

AS_CASE([$with_valgrind], [yes|no], [AC_MSG_ERROR([--with-valgrind needs a folder])])
AS_CASE([$with_valgrind_tools], [yes|no], [AC_MSG_ERROR([--with-valgrind-tools needs a folder])])
AS_CASE([$with_tooldir], [yes|no], [AC_MSG_ERROR([--with-tooldir needs a folder])])

# In an unpacked package valgrind.pc speaks of /usr, so its prefix is replaced.
msim_pc="$PKG_CONFIG"
vg_where="pkg-config"
AS_IF([test -n "$with_valgrind"], [
  vg_root=`cd "$with_valgrind" 2>/dev/null && pwd`
  AS_IF([test -z "$vg_root"], [AC_MSG_ERROR([--with-valgrind=$with_valgrind: no such folder])])
  AS_IF([test -d "$vg_root/usr"], [vg_root=$vg_root/usr])
  vg_where=$vg_root
  vg_pcdir=
  for d in "$vg_root"/lib/*/pkgconfig "$vg_root"/lib/pkgconfig "$vg_root"/lib64/pkgconfig; do
    AS_IF([test -z "$vg_pcdir" && test -f "$d/valgrind.pc"], [vg_pcdir=$d])
  done
  AS_IF([test -z "$vg_pcdir"],
    [AC_MSG_ERROR([no valgrind.pc under $vg_root/lib: is it an unpacked Valgrind package?])])
  msim_pc="env PKG_CONFIG_LIBDIR=$vg_pcdir PKG_CONFIG_PATH= $PKG_CONFIG --define-variable=prefix=$vg_root"
])

AC_MSG_CHECKING([for Valgrind by $vg_where])
AS_IF([$msim_pc --exists valgrind], [],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([pkg-config does not know valgrind: install the package valgrind (it brings
   valgrind.pc, the headers and the libraries), or give --with-valgrind=DIR])])
VALGRIND_VERSION=`$msim_pc --modversion valgrind`
AC_MSG_RESULT([$VALGRIND_VERSION])
AS_IF([$msim_pc --atleast-version=3.19 valgrind], [],
  [AC_MSG_ERROR([Valgrind 3.19 or newer is needed, this is $VALGRIND_VERSION])])

for v in prefix includedir libdir platform valt_load_address; do
  value=`$msim_pc --variable=$v valgrind`
  AS_IF([test -z "$value"], [AC_MSG_ERROR([valgrind.pc has no variable $v])])
  AS_VAR_SET([vg_pc_$v], [$value])
done
VG_PLATFORM=$vg_pc_platform
VG_INCLUDEDIR=$vg_pc_includedir
vg_load_address=$vg_pc_valt_load_address
vg_archives=$vg_pc_libdir/valgrind

for f in "$VG_INCLUDEDIR/pub_tool_basics.h" "$VG_INCLUDEDIR/libvex.h" \
         "$vg_archives/libcoregrind-$VG_PLATFORM.a" "$vg_archives/libvex-$VG_PLATFORM.a"; do
  AS_IF([test -f "$f"], [],
    [AC_MSG_ERROR([$f is missing: on Debian the package valgrind brings it, elsewhere
   a package named valgrind-devel or the like])])
done

AC_MSG_CHECKING([for Valgrind's tool folder])
VG_TOOLDIR=
for d in "$with_valgrind_tools" "$vg_pc_prefix/libexec/valgrind" "$vg_pc_libdir/valgrind" \
         "$vg_pc_prefix/lib/valgrind" "$vg_pc_prefix/lib64/valgrind"; do
  AS_IF([test -z "$VG_TOOLDIR" && test -x "$d/none-$VG_PLATFORM" && test -f "$d/default.supp"],
        [VG_TOOLDIR=$d])
  # A folder that was asked for is taken or refused, never replaced.
  AS_IF([test -n "$with_valgrind_tools"], [break])
done
AS_IF([test -z "$VG_TOOLDIR"],
  [AC_MSG_RESULT([not found])
   AC_MSG_ERROR([no folder with none-$VG_PLATFORM and default.supp in
   ${with_valgrind_tools:-$vg_pc_prefix/libexec/valgrind and the like};
   name it with --with-valgrind-tools=DIR])])
AC_MSG_RESULT([$VG_TOOLDIR])
AS_VAR_SET_IF([VALGRIND], [vg_launchers=$VALGRIND], [vg_launchers="$vg_pc_prefix/bin/valgrind valgrind"])

AC_MSG_CHECKING([for a Valgrind launcher that runs])
VALGRIND=
AS_IF([test "$cross_compiling" = yes], [
  # Only running from the build folder and the tests call it, and neither can be done here.
  for l in $vg_launchers; do
    AS_IF([test -z "$VALGRIND"], [VALGRIND=$l])
  done
  AC_MSG_RESULT([$VALGRIND, not tried: cross compiling])
], [
  # The tools are static and run anywhere, but the launcher of a Valgrind that was
  # unpacked from another release may want a newer libc. Any launcher does, as
  # VALGRIND_LIB says whose tools it starts.
  for l in $vg_launchers; do
    vg_says=`VALGRIND_LIB="$VG_TOOLDIR" "$l" --tool=none --version 2>&1`
    AS_CASE([$vg_says], [valgrind-[[0-9]]*], [VALGRIND=$l; break],
            [AS_ECHO(["$l: $vg_says"]) >&AS_MESSAGE_LOG_FD])
  done
  AS_IF([test -z "$VALGRIND"],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([none of these runs: $vg_launchers (see config.log); install the package valgrind,
   or set VALGRIND to a launcher])])
  AS_CASE([$VALGRIND], [*/*], [], [VALGRIND=`command -v "$VALGRIND"`])
  AC_MSG_RESULT([$VALGRIND])
])

toolexecdir=${with_tooldir:-$VG_TOOLDIR}
AC_SUBST([VG_PLATFORM])
AC_SUBST([VG_INCLUDEDIR])
AC_SUBST([VG_TOOLDIR])
AC_SUBST([VALGRIND_VERSION])
AC_SUBST([toolexecdir])
# For "make distcheck", which configures again.
VALGRIND_CONFIGURE_FLAGS="--with-valgrind-tools=$VG_TOOLDIR VALGRIND=$VALGRIND"
AS_IF([test -n "$with_valgrind"],
      [VALGRIND_CONFIGURE_FLAGS="--with-valgrind=$vg_root $VALGRIND_CONFIGURE_FLAGS"])
AC_SUBST([VALGRIND_CONFIGURE_FLAGS])
])
