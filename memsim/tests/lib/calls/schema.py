# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks a value against a JSON schema of draft 7, as far as generated schemas need: $ref to the schema's own
definitions, anyOf, enum, const, type, properties, required, items. Any other keyword that restricts is refused."""

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
KNOWN = {"$schema", "$ref", "definitions", "title", "description", "anyOf", "enum", "const", "type", "properties",
         "required", "items"}


def faults(schema, value, part=None, where=""):
    """What is wrong with the value, each with its place; nothing if it fits."""
    part = schema if part is None else part
    unknown = set(part) - KNOWN
    if unknown:
        raise ValueError(f"keywords of the schema that are not checked: {unknown}")
    if "$ref" in part:
        name = part["$ref"].rsplit("/", 1)[1]
        yield from faults(schema, value, schema["definitions"][name], where)
    if "anyOf" in part and all(any(faults(schema, value, one, where)) for one in part["anyOf"]):
        yield f"{where}: fits none of {len(part['anyOf'])} forms"
    if "type" in part and not TYPES[part["type"]](value):
        yield f"{where}: not of type {part['type']}"
        return
    if value not in part.get("enum", [value]) or part.get("const", value) != value:
        yield f"{where}: {value!r} is not allowed"
    if isinstance(value, dict):
        yield from (f"{where}: no {key}" for key in part.get("required", []) if key not in value)
        for key in set(value) & set(part.get("properties", {})):
            yield from faults(schema, value[key], part["properties"][key], f"{where}.{key}")
    if isinstance(value, list) and "items" in part:
        for i, item in enumerate(value):
            yield from faults(schema, item, part["items"], f"{where}[{i}]")
