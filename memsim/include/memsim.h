/* SPDX-License-Identifier: BSD-3-Clause */
/*
   Copyright (C) 2026 the memsim authors.

   Redistribution and use in source and binary forms, with or without modification, are permitted
   provided that the following conditions are met:

   1. Redistributions of source code must retain the above copyright notice, this list of conditions
      and the following disclaimer.

   2. Redistributions in binary form must reproduce the above copyright notice, this list of
      conditions and the following disclaimer in the documentation and/or other materials provided
      with the distribution.

   3. Neither the name of the copyright holder nor the names of its contributors may be used to
      endorse or promote products derived from this software without specific prior written
      permission.

   THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR
   IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND
   FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED.  IN NO EVENT SHALL THE COPYRIGHT HOLDER OR
   CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
   DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE,
   DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
   WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY
   WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
/*
 * What a program can tell memsim of the parts of its run.  Only this header is under the licence
 * above; a program that includes it is not bound to memsim's.
 *
 *     MEMSIM_BEGIN("parse");          counts of this thread belong to the region "parse" from here
 *     ...
 *     MEMSIM_END("parse");            to here
 *
 *     MEMSIM_MARK("file 2");          a moment, for memsim time
 *
 * Regions may be nested, and need not end in the order in which they began.  One that begins inside
 * itself ends when it has ended as often.  A name is a string of up to 255 bytes.
 *
 * Outside of memsim the macros do nothing, at the cost of a few instructions.  With -DNVALGRIND
 * they are empty, and so they are where valgrind.h is not installed.
 */
#ifndef MEMSIM_H
#define MEMSIM_H

#if defined(__has_include)
#if !__has_include(<valgrind/valgrind.h>)
#define MEMSIM_NO_VALGRIND_H 1
#endif
#endif

#ifdef MEMSIM_NO_VALGRIND_H

#define MEMSIM_BEGIN(name) ((void)(name))
#define MEMSIM_END(name) ((void)(name))
#define MEMSIM_MARK(text) ((void)(text))

#else

#include <valgrind/valgrind.h>

/* These numbers never change. */
enum {
    VG_USERREQ__MEMSIM_BEGIN = VG_USERREQ_TOOL_BASE('M', 'S'),
    VG_USERREQ__MEMSIM_END,
    VG_USERREQ__MEMSIM_MARK
};

#define MEMSIM_BEGIN(name)                                                                         \
    VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSIM_BEGIN, name, 0, 0, 0, 0)
#define MEMSIM_END(name)                                                                           \
    VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSIM_END, name, 0, 0, 0, 0)
#define MEMSIM_MARK(text)                                                                          \
    VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__MEMSIM_MARK, text, 0, 0, 0, 0)

#endif

#endif
