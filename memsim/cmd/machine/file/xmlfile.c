/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads XML; see xmlfile.h. */
#include "xmlfile.h"

#include <errno.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/relaxng.h>
#include <libxml/xmlerror.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"

#define LARGEST ((size_t)64 << 20)

/* --- The file ----------------------------------------------------------------------------- */

static char *read_all(FILE *from, const char *name, size_t *bytes)
{
    size_t room = 64 * 1024, used = 0;
    char *all = msim_zeroed(room, 1);
    for (;;) {
        used += fread(all + used, 1, room - used, from);
        if (used < room)
            break;
        if (room >= LARGEST)
            msim_bad_input("%s: larger than 64 MB", name);
        room *= 2;
        all = realloc(all, room);
        if (!all)
            msim_bad_input("out of memory");
    }
    if (ferror(from))
        msim_bad_input("%s: %s", name, strerror(errno));
    *bytes = used;
    return all;
}

char *msim_xml_load(const char *name, size_t *bytes)
{
    bool standard = !strcmp(name, "-");
    FILE *from = standard ? stdin : fopen(name, "re");
    if (!from)
        msim_bad_input("%s: %s", name, strerror(errno));
    char *all = read_all(from, name, bytes);
    if (!standard)
        fclose(from);
    return all;
}

/* --- Parsing ------------------------------------------------------------------------------ */

/* Replaces control characters, so that a message stays on one line; other encodings may stay. */
static void make_plain(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            *text = ' ';
}

static void keep_error(struct msim_file_fault *fault, const xmlError *error)
{
    char text[sizeof fault->text];
    if (error->level < XML_ERR_ERROR || !error->message)
        return;
    snprintf(text, sizeof text, "%s", error->message);
    text[strcspn(text, "\n")] = 0;
    make_plain(text);
    msim_fault(fault, error->line, "%s", text);
}

#if LIBXML_VERSION >= 21200
static void on_error(void *fault, const xmlError *error)
#else
static void on_error(void *fault, xmlErrorPtr error)
#endif
{
    keep_error(fault, error);
}

/* `context` is the parser's, which leads to the fault. */
static void on_entity(void *context, const xmlChar *name, int type, const xmlChar *public_id,
                      const xmlChar *system_id, xmlChar *content)
{
    xmlParserCtxtPtr parser = context;
    (void)type, (void)public_id, (void)system_id, (void)content;
    char text[64];
    snprintf(text, sizeof text, "%s", (const char *)name);
    make_plain(text);
    msim_fault(parser->_private, xmlSAX2GetLineNumber(parser),
               "it declares an entity, '%s'; entities are not allowed", text);
    xmlStopParser(parser);
}

static xmlParserInputPtr fetch_nothing(const char *url, const char *id, xmlParserCtxtPtr parser)
{
    (void)url, (void)id, (void)parser;
    return NULL;
}

xmlDocPtr msim_xml_parse(const char *bytes, size_t count, struct msim_file_fault *fault)
{
    xmlSetExternalEntityLoader(fetch_nothing);
    xmlSetStructuredErrorFunc(fault, on_error);
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    if (!parser)
        msim_bad_input("out of memory");
    parser->_private = fault;
    parser->sax->entityDecl = on_entity;
    xmlDocPtr document = xmlCtxtReadMemory(parser, bytes, (int)count, NULL, NULL,
                                           XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    xmlFreeParserCtxt(parser);
    xmlSetStructuredErrorFunc(NULL, NULL);
    if (fault->text[0] || !document || !xmlDocGetRootElement(document)) {
        msim_fault(fault, 1, "this is not XML");
        xmlFreeDoc(document);
        return NULL;
    }
    return document;
}

bool msim_xml_validate(xmlDocPtr document, const char *schema, size_t count,
                       struct msim_file_fault *fault)
{
    xmlSetExternalEntityLoader(fetch_nothing);
    xmlSetStructuredErrorFunc(fault, on_error);
    xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewMemParserCtxt(schema, (int)count);
    xmlRelaxNGPtr compiled = parser ? xmlRelaxNGParse(parser) : NULL;
    xmlRelaxNGValidCtxtPtr valid = compiled ? xmlRelaxNGNewValidCtxt(compiled) : NULL;
    bool fits = valid && xmlRelaxNGValidateDoc(valid, document) == 0;
    xmlRelaxNGFreeValidCtxt(valid);
    xmlRelaxNGFree(compiled);
    xmlRelaxNGFreeParserCtxt(parser);
    xmlSetStructuredErrorFunc(NULL, NULL);
    return fits || msim_fault(fault, 1, "it does not follow the schema machine.rng");
}

/* --- Nodes -------------------------------------------------------------------------------- */

bool msim_xml_is(const xmlNode *node, const char *element)
{
    return node && node->type == XML_ELEMENT_NODE && !strcmp((const char *)node->name, element);
}

int msim_xml_line(const xmlNode *node)
{
    return (int)xmlGetLineNo(node);
}

bool msim_xml_text(const xmlNode *node, const char *attribute, char *text, size_t room)
{
    xmlChar *value = xmlGetNoNsProp(node, (const xmlChar *)attribute);
    snprintf(text, room, "%s", value ? (const char *)value : "");
    make_plain(text);
    xmlFree(value);
    return value != NULL;
}

void msim_xml_content(const xmlNode *node, char *text, size_t room)
{
    xmlChar *content = xmlNodeGetContent(node);
    size_t used = 0;
    bool blank = false;
    for (const xmlChar *at = content; at && *at && used + 2 < room; at++) {
        if (*at <= ' ' || *at == 127) {
            blank = used != 0;
            continue;
        }
        if (blank)
            text[used++] = ' ';
        blank = false;
        text[used++] = (char)*at;
    }
    text[used] = 0;
    xmlFree(content);
}
