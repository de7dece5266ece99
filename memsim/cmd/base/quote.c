/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts in CSV, JSON and XML; see quote.h. */
#include <inttypes.h>
#include <string.h>

#include "quote.h"
#include "utf8.h"

void msim_csv_quote(FILE *to, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

void msim_json_quote(FILE *to, const char *text)
{
    fputc('"', to);
    for (const char *from = text;;) {
        uint32_t point = msim_utf8_next(&text);
        if (!point)
            break;
        if (point == '"' || point == '\\')
            fprintf(to, "\\%c", (int)point);
        else if (point < 0x20 || point == 0x7f || point == MSIM_NOT_UTF8)
            fprintf(to, "\\u%04" PRIx32, point);
        else
            fwrite(from, 1, (size_t)(text - from), to);
        from = text;
    }
    fputc('"', to);
}

void msim_xml_quote(FILE *to, const char *text, bool attribute)
{
    for (; *text; text++) {
        const char *entity = *text == '&'                ? "&amp;"
                             : *text == '<'              ? "&lt;"
                             : *text == '>'              ? "&gt;"
                             : *text == '"' && attribute ? "&quot;"
                                                         : NULL;
        if (entity)
            fputs(entity, to);
        else
            fputc(*text, to);
    }
}
