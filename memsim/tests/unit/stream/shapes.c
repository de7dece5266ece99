/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What branches did, in a trace: it is read back, segments that differ in it alone are others, and a target that no
 * word has is refused. */
#include <string.h>

#include "stream/trace/read.h"
#include "stream/trace/write.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/trace_file.h"

static struct msim_dict dict;
static struct trace_file file;
static struct msim_trace_reader reader;
static struct msim_instr instrs[] = {{0, 3, 0}};
static struct msim_segment segment = {.instrs = instrs, .instrs_used = 1};

UNIT_BEFORE()
{
    trace_file_start(&file);
    msim_dict_init(&dict, &memory.mem);
    msim_dict_string(&dict, "");
    msim_dict_site(&dict, 0, 0, 1);
}

UNIT_AFTER()
{
    trace_file_end(&file);
}

static uint32_t add(unsigned branch, unsigned words)
{
    segment.branch = branch & 3;
    segment.words = words & MSIM_WORDS_MAX;
    return msim_dict_segment(&dict, &segment);
}

static enum msim_trace_event written(bool branches)
{
    static struct msim_trace_writer writer;
    trace_file_rewind(&file);
    msim_trace_init(&writer, &memory.mem, &dict, &file.sink);
    writer.has_tasks = true;
    writer.branches = branches;
    msim_trace_header(&writer, "");
    msim_trace_end(&writer, "");
    msim_trace_open(&reader, &memory.mem, &file.feed);
    ck_assert_int_eq(msim_trace_next(&reader), MSIM_TRACE_HEADER);
    return msim_trace_next(&reader);
}

UNIT_TEST(there_and_back)
{
    ck_assert_uint_eq(add(MSIM_BRANCH_NOT_TAKEN, 0), 0);
    segment.jump = INT32_MIN;
    ck_assert_uint_eq(add(MSIM_BRANCH_TAKEN, 0), 1);
    segment.jump = 0;
    ck_assert_uint_eq(add(MSIM_BRANCH_NONE, 0), 2);
    ck_assert_uint_eq(add(MSIM_BRANCH_INDIRECT, 63), 3);
    ck_assert_uint_eq(add(MSIM_BRANCH_TAKEN, 0), 1);
    ck_assert_int_eq(written(true), MSIM_TRACE_END);
    ck_assert_uint_eq(file.bytes[strlen(MSIM_TRACE_MAGIC)], MSIM_TRACE_VERSION);
    ck_assert_uint_eq(reader.dict.segments.used, 4);
    ck_assert_int_eq(msim_dict_segment_at(&reader.dict, 1)->jump, INT32_MIN);
    for (uint32_t i = 0; i < 4; i++)
        ck_assert_uint_eq(msim_dict_segment_at(&reader.dict, i)->branch,
                          msim_dict_segment_at(&dict, i)->branch);
}

/* Without them, traces are as before. */
UNIT_TEST(left_out)
{
    add(MSIM_BRANCH_NONE, 1);
    ck_assert_int_eq(written(false), MSIM_TRACE_END);
    ck_assert_uint_eq(file.bytes[strlen(MSIM_TRACE_MAGIC)], MSIM_TRACE_VERSION_TASKS);
}

UNIT_TEST(no_target)
{
    add(MSIM_BRANCH_INDIRECT, 0);
    ck_assert_int_eq(written(true), MSIM_TRACE_FAILED);
}
