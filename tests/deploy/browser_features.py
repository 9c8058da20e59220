"""What our styles and scripts ask of a browser, read by parsers and named as MDN's data does."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import tinycss2
import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

JAVASCRIPT: Final = Parser(Language(tree_sitter_javascript.language()))
SYNTAX: Final = {
    "optional_chain": "?.",
    "class": "class",
    "class_declaration": "class",
    "class_static_block": "static-block",
    "private_property_identifier": "private-field",
    "field_definition": "class-field",
    "template_string": "template",
    "arrow_function": "arrow",
    "spread_element": "spread",
    "await_expression": "await",
    "yield_expression": "yield",
    "import_statement": "module",
    "export_statement": "module",
    "import": "dynamic-import",
    "for_in_statement": "for-of",
    "object_pattern": "destructuring",
    "array_pattern": "destructuring",
    "bigint": "bigint",
}
OPERATORS: Final = {"??", "??=", "||=", "&&=", "**"}
OLD_SYNTAX: Final = {"regex", "number", "string"}


def css_features(text: str) -> Iterator[str]:
    """Every property, function, unit, selector, rule and feature of media of a style sheet.

    What stands in `@supports` counts as its own: `@supports` itself says that it may be missing.
    """
    yield from _of_rules(tinycss2.parse_stylesheet(text, skip_comments=True))


def _of_rules(rules: Iterable[Any]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            yield from _of_selector(rule.prelude)
            yield from _of_declarations(rule.content)
        elif rule.type == "at-rule":
            name = rule.lower_at_keyword
            yield f"@{name}"
            if name == "supports":
                continue  # Browsers without it never read this.
            if name == "media":
                yield from _of_media(rule.prelude)
            if rule.content is not None and name == "page":
                yield from _of_declarations(rule.content)
            elif rule.content is not None:
                yield from _of_rules(
                    tinycss2.parse_rule_list(rule.content, skip_whitespace=True, skip_comments=True)
                )
        elif rule.type == "error":
            raise AssertionError(rule.message)


def _of_selector(tokens: Iterable[Any]) -> Iterator[str]:
    tokens = list(tokens)
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else None
        is_pseudo = before is not None and before.type == "literal" and before.value == ":"
        if token.type == "ident" and is_pseudo:
            yield f":{token.lower_value}"
        elif token.type == "function":
            yield f":{token.lower_name}()"
            yield from _of_selector(token.arguments)
        elif token.type == "literal" and token.value == "&":
            yield "nesting"


def _of_media(tokens: Iterable[Any]) -> Iterator[str]:
    for token in tokens:
        if token.type == "() block":
            signs = [one.value for one in token.content if one.type == "literal"]
            named = [one.lower_value for one in token.content if one.type == "ident"]
            if {"<", ">", "="} & {sign[0] for sign in signs}:
                yield "@media range"
            yield f"@media {named[0]}"
            yield from _of_value(token.content)


def _of_declarations(content: Iterable[Any]) -> Iterator[str]:
    read = tinycss2.parse_blocks_contents(content, skip_whitespace=True, skip_comments=True)
    names = {one.lower_name for one in read if one.type == "declaration"}
    seen = set[str]()
    for one in read:
        if one.type == "declaration":
            name = one.lower_name
            if name in seen or f"-webkit-{name}" in names:
                continue  # What stands before it is there for browsers that do not know it.
            seen.add(name)
            if name.startswith("--"):
                yield "--*"
            else:
                yield name
            for word in _of_value(one.value):
                is_own = word.startswith("=")
                yield f"{name}{word}" if is_own and not name.startswith("--") else word
        elif one.type == "qualified-rule":
            yield "nesting"
            yield from _of_rules([one])
        elif one.type == "error":
            raise AssertionError(one.message)


def _of_value(tokens: Iterable[Any]) -> Iterator[str]:
    for token in tokens:
        if token.type == "dimension":
            yield f"unit {token.lower_unit}"
        elif token.type == "function":
            yield f"{token.lower_name}()"
            yield from _of_value(token.arguments)
        elif token.type == "ident" and token.lower_value in NEWER_WORDS:
            yield f"={token.lower_value}"
        elif token.type == "() block":
            yield from _of_value(token.content)


NEWER_WORDS: Final = {
    *("clip", "anywhere", "contents", "flow-root", "sticky", "subgrid", "balance", "pretty"),
    *("revert", "revert-layer", "fit-content", "min-content", "max-content", "stretch"),
    *("currentcolor", "auto-fit", "auto-fill", "manipulation", "system-ui", "ui-monospace"),
    *("canvas", "canvastext", "linktext", "field", "fieldtext", "buttonface", "buttontext"),
    *("safe", "last", "start", "end", "masonry", "plaintext", "isolate", "allow-discrete"),
}
"""Values that came later than their property; all others are as old as it."""


def js_features(text: str) -> Iterator[str]:
    """Syntax, names from outside and members of a script; its own names are left out."""
    tree = JAVASCRIPT.parse(text.encode())
    assert not tree.root_node.has_error, "the script has a mistake"
    nodes = list(_walk(tree.root_node))
    own = {_text(node) for node in nodes if _declares(node)}
    for node in nodes:
        if node.type in SYNTAX:
            yield f"syntax {SYNTAX[node.type]}"
        elif node.type in OPERATORS:
            yield f"syntax {node.type}"
        elif node.type == "regex":
            yield from _of_regex(node)
        elif node.type == "identifier" and _text(node) not in own | {"await"}:
            yield _text(node)
        elif node.type == "property_identifier" and _is_read(node):
            yield from _of_member(node, own)


def _of_member(node: Node, own: set[str]) -> Iterator[str]:
    """A member, with its object where that is a name from outside: `AbortSignal.timeout`."""
    parent = node.parent
    assert parent is not None
    of = parent.child_by_field_name("object")
    name = _text(node)
    if of is not None and _text(of).endswith("dataset"):
        return
    is_known = of is not None and of.type == "identifier" and _text(of) not in own
    if is_known and of is not None:
        yield f"{_text(of)}.{name}"
    elif name not in own or _is_called(parent):
        yield f".{name}"


def _of_regex(node: Node) -> Iterator[str]:
    pattern = _text(node)
    for sign, name in {
        "(?<=": "lookbehind",
        "(?<!": "lookbehind",
        "\\p{": "property-escape",
    }.items():
        if sign in pattern:
            yield f"regex {name}"
    if re.search(r"\(\?<[a-zA-Z]", pattern):
        yield "regex named-group"
    for flag in pattern.rpartition("/")[2]:
        yield f"regex /{flag}"


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _walk(child)


def _text(node: Node) -> str:
    assert node.text is not None
    return node.text.decode()


def _is_read(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "member_expression"


def _is_called(member: Node) -> bool:
    call = member.parent
    return (
        call is not None
        and call.type == "call_expression"
        and call.child_by_field_name("function") == member
        and _text(member).partition(".")[0] not in ("this",)
    )


def _declares(node: Node) -> bool:
    """Tell whether a node names something of the script's own."""
    parent = node.parent
    if parent is None:
        return False
    if node.type in ("shorthand_property_identifier_pattern", "shorthand_property_identifier"):
        return True
    if node.type == "property_identifier":
        return parent.type in ("pair", "pair_pattern", "method_definition", "field_definition")
    if node.type != "identifier":
        return False
    named = ("name", "parameter", "left", "alias", "value")
    if parent.type in ("variable_declarator", "function_declaration", "class_declaration"):
        return parent.child_by_field_name("name") == node
    if parent.type in ("formal_parameters", "array_pattern", "import_specifier", "rest_pattern"):
        return True
    if parent.type in ("arrow_function", "assignment_pattern", "for_in_statement", "catch_clause"):
        return any(parent.child_by_field_name(one) == node for one in named)
    return parent.type == "pair_pattern" and parent.child_by_field_name("value") == node


def our_files(root: Path, ending: str) -> list[Path]:
    """Our own styles or scripts, wherever an app keeps them."""
    apps = ("clubs", "deploy", "games", "ledger", "tournaments")
    return sorted(one for app in apps for one in (root / app).rglob(f"*.{ending}"))
