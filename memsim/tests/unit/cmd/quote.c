/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts in CSV, JSON and XML: what is quoted, and how. */
#include "cmd/base/utf8.h"

#include "tests/unit/lib/main.h"
#include "tests/unit/lib/written.h"

static const struct {
    const char *text, *csv, *json, *xml, *attribute;
} texts[] = {
    {"", "", "\"\"", "", ""},
    {"main", "main", "\"main\"", "main", "main"},
    {"a b", "a b", "\"a b\"", "a b", "a b"},
    {"a,b", "\"a,b\"", "\"a,b\"", "a,b", "a,b"},
    {"\"", "\"\"\"\"", "\"\\\"\"", "\"", "&quot;"},
    {"say \"x\"", "\"say \"\"x\"\"\"", "\"say \\\"x\\\"\"", "say \"x\"", "say &quot;x&quot;"},
    {"a\nb", "\"a\nb\"", "\"a\\u000ab\"", "a\nb", "a\nb"},
    {"a\rb", "\"a\rb\"", "\"a\\u000db\"", "a\rb", "a\rb"},
    {"\\", "\\", "\"\\\\\"", "\\", "\\"},
    {"\x01\x1f\x7f", "\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"", "\x01\x1f\x7f", "\x01\x1f\x7f"},
    {"<a & b>", "<a & b>", "\"<a & b>\"", "&lt;a &amp; b&gt;", "&lt;a &amp; b&gt;"},
    {"gr\303\266\303\237e", "gr\303\266\303\237e", "\"gr\303\266\303\237e\"", "gr\303\266\303\237e",
     "gr\303\266\303\237e"},
    /* bytes that are no UTF-8 */
    {"\xff", "\xff", "\"\\ufffd\"", "\xff", "\xff"},
    {"a\303", "a\303", "\"a\\ufffd\"", "a\303", "a\303"},
    {"\xed\xa0\x80", "\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"", "\xed\xa0\x80", "\xed\xa0\x80"},
    {"\xf0\x9f\x90\x8b", "\xf0\x9f\x90\x8b", "\"\xf0\x9f\x90\x8b\"", "\xf0\x9f\x90\x8b",
     "\xf0\x9f\x90\x8b"},
};

UNIT_ROWS(quotes, texts)
{
    struct unit_written written;
    unit_written_start(&written);
    msim_csv_quote(written.to, texts[_i].text);
    unit_written_is(&written, texts[_i].csv);
    unit_written_start(&written);
    msim_json_quote(written.to, texts[_i].text);
    unit_written_is(&written, texts[_i].json);
    unit_written_start(&written);
    msim_xml_quote(written.to, texts[_i].text, false);
    unit_written_is(&written, texts[_i].xml);
    unit_written_start(&written);
    msim_xml_quote(written.to, texts[_i].text, true);
    unit_written_is(&written, texts[_i].attribute);
}
