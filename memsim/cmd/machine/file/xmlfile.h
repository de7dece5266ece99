/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XML from anywhere, read without trust: nothing is fetched, no DTD is loaded, and a document that
 * declares entities is refused where it declares the first.  libxml2's limits on depth and on the
 * length of texts stay; a file is at most 64 MB.
 *
 * Attributes are read by name; what a caller does not ask for is for its schema to refuse.
 */
#ifndef MSIM_CMD_MACHINE_FILE_XMLFILE_H
#define MSIM_CMD_MACHINE_FILE_XMLFILE_H

#include <libxml/tree.h>

#include "described.h"

/* Reads a whole file ("-": standard input), allocated; ends with 1 where that cannot be done. */
char *msim_xml_load(const char *name, size_t *bytes);

/* NULL: it is none, and *fault says where and why. */
xmlDocPtr msim_xml_parse(const char *bytes, size_t count, struct msim_fault *fault);

/* Against a RELAX NG schema. */
bool msim_xml_validate(xmlDocPtr document, const char *schema, size_t count,
                       struct msim_fault *fault);

bool msim_xml_is(const xmlNode *node, const char *element);
int msim_xml_line(const xmlNode *node);

/* The value of an attribute, in at most room - 1 bytes, control characters as blanks; false: it has
 * none, and text is "". */
bool msim_xml_text(const xmlNode *node, const char *attribute, char *text, size_t room);

/* The text between the tags, likewise, blanks and line ends folded into one blank. */
void msim_xml_content(const xmlNode *node, char *text, size_t room);

#endif
