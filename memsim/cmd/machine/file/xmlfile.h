/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads untrusted XML: nothing is fetched, no DTD is loaded, and a document is refused at the first
 * entity that it declares.  libxml2's limits on depth and on the length of texts apply; a file may
 * have at most 64 MB.
 *
 * Attributes are read by name; it is up to the caller's schema to refuse others.
 */
#pragma once

#include <libxml/tree.h>

#include "described.h"

/* Reads a whole file ("-": standard input) into allocated memory; exits with 1 if that fails. */
char *msim_xml_load(const char *name, size_t *bytes);

/* NULL: it is not XML, and *fault says where and why. */
xmlDocPtr msim_xml_parse(const char *bytes, size_t count, struct msim_file_fault *fault);

/* Checks a document against a RELAX NG schema. */
bool msim_xml_validate(xmlDocPtr document, const char *schema, size_t count,
                       struct msim_file_fault *fault);

bool msim_xml_is(const xmlNode *node, const char *element);
int msim_xml_line(const xmlNode *node);

/* Copies the value of an attribute, at most room - 1 bytes of it, with control characters replaced
 * by blanks; false: there is no such attribute, and `text` is "". */
bool msim_xml_text(const xmlNode *node, const char *attribute, char *text, size_t room);

/* Copies the text between the tags, likewise, with runs of blanks and newlines joined into one
 * blank. */
void msim_xml_content(const xmlNode *node, char *text, size_t room);
