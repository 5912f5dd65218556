# SPDX-License-Identifier: Apache-2.0
"""The reference of the C++ library as Markdown: a page for each public header, and a list of all."""
import html
import re
from pathlib import Path

from cpp_parser import head_comment, parse

LAYERS = {
    "": "The umbrella header",
    "core": "core: arms, quantities, batches, inverse kinematics, paths",
    "core/algo": "core/algo: the algorithms, templates on the scalar type",
    "core/math": "core/math: vectors, rotations, spatial algebra, dense matrices",
    "core/model": "core/model: chains, links, joints, frames",
    "core/scalar": "core/scalar: scalar types",
    "core/rows": "core/rows: which algorithm computes which quantity",
    "core/path": "core/path: paths and time-optimal motions",
    "io": "io: robot files, URDF, tables",
    "sim": "sim: simulation",
    "codegen": "codegen: generated code",
    "check": "check: linter and verification",
    "count": "count: operation counts",
    "choose": "choose: comparing arms and searching designs",
    "report": "report: HTML reports",
    "reproduce": "reproduce: the tables and figures of the papers",
    "bench": "bench: timing",
    "system": "system: files, processes, clocks",
}
FIELDS = "Paper|Source|Symbols|Frames|Differs|Misprint|Cost"


def escaped(text):
    """Text of a comment as Markdown: names with underscores, stars and angle brackets stay as they are."""
    text = re.sub(r"([*<>\[\]|$\\])", lambda m: html.escape(m[1]) if m[1] in "<>" else "\\" + m[1], text)
    return re.sub(r"(?<![`\w/])((?:docs/)?[\w/]+\.(?:md|hpp))(?![`\w])", r"`\1`", text)  # files become links


def prose(comment):
    """Paragraphs, lists and indented code of a comment."""
    out, paragraph, code = [], [], []

    def flush():
        if paragraph:
            out.append(escaped(" ".join(paragraph)))
            paragraph.clear()
        if code:
            out.append("```cpp\n" + "\n".join(code) + "\n```")
            code.clear()

    for line in comment.splitlines():
        if not line.strip():
            flush()
        elif re.match(r"  +\S", line) and (code or not paragraph) and not re.match(r"  +[-*] ", line):
            code.append(line[2:])
        elif re.match(r"\s*- ", line):
            flush()
            paragraph.append("- " + line.strip()[2:])
        else:
            if code:
                flush()
            paragraph.append(line.strip())
    flush()
    return "\n\n".join(out)


def head(comment):
    """The comment at the head of a header: its text, and its fields (Paper, Symbols, ...) as a list."""
    text, fields, current = [], [], None
    for line in comment.splitlines():
        field = re.match(rf"({FIELDS})\s+(\S.*)$", line)
        if field:
            current = [field[1], field[2]]
            fields.append(current)
        elif current and re.match(r" {2,}\S", line):
            current[1] += " " + line.strip()
        else:
            current = None
            text.append(line)
    out = prose("\n".join(text).strip())
    if fields:
        out += "\n\n" + "\n".join(f"- **{name}.** {escaped(words)}" for name, words in fields)
    return out


def anchors(names, taken):
    name = re.sub(r"\W+", "-", names).strip("-") or "item"
    while name in taken:
        name += "-"
    taken.add(name)
    return name


def block(declarations, taken, header, prefix=""):
    """One entry: declarations that share a comment."""
    first = declarations[0]
    anchor = anchors(prefix + first.name, taken)
    code = "\n".join(d.text + ("" if d.kind in ("enum",) or d.text.endswith(";") else ";") for d in declarations)
    comment = prose("\n".join(d.comment for d in declarations if d.comment))
    return f'<div class="member" id="{anchor}">\n\n```cpp\n{code}\n```\n\n{comment}\n\n</div>\n'


def entries(declarations, taken, header, prefix=""):
    """Declarations without a comment of their own belong to the one before, if nothing separates them."""
    out, group = [], []

    def flush():
        if group:
            out.append(block(group, taken, header, prefix))
            group.clear()

    last = None
    for d in declarations:
        near = last is not None and d.line - last <= 1
        if d.kind in ("class", "section") or (d.kind == "enum" and not prefix):
            flush()
            if d.kind == "section":
                out.append(f"### {escaped(d.name[0].upper() + d.name[1:])}\n")
            else:
                out.append(type_entry(d, taken, header, prefix))
        elif group and not d.comment and near and d.kind == group[-1].kind:
            group.append(d)
        else:
            flush()
            group.append(d)
        last = d.line + d.text.count("\n")
    flush()
    return "\n".join(out)


def fields_table(members):
    rows = ["| member | |", "| --- | --- |"]
    for d in members:
        text = d.text.replace("|", "\\|")
        rows.append(f"| `{' '.join(text.split())}` | {escaped(' '.join(d.comment.split()))} |")
    return "\n".join(rows) + "\n"


def type_entry(d, taken, header, prefix):
    level = "###" if prefix else "##"
    anchor = anchors(prefix + d.name, taken)
    out = f'{level} <a id="{anchor}"></a>{escaped(prefix.replace("-", "::") + d.name)}\n\n```cpp\n{d.text}\n```\n\n{prose(d.comment)}\n\n'
    if d.kind == "class":
        members = d.members
        if members and all(m.kind == "value" for m in members):
            return out + fields_table(members)
        values = [m for m in members if m.kind == "value"]
        others = [m for m in members if m.kind != "value"]
        if values:
            out += fields_table(values) + "\n"
        out += entries(others, taken, header, f"{prefix}{d.name}-")
    return out


def page(root, header):
    source = (root / "include" / "catena" / header).read_text()
    declarations = parse(source)
    taken = set()
    types = [d for d in declarations if d.kind in ("class", "enum")]
    others = [d for d in declarations if d.kind not in ("class", "enum")]
    out = f"# {header}\n\n{head(head_comment(source))}\n\n"
    out += "\n".join(entries([d], taken, header) for d in types) + "\n"
    if any(d.kind != "section" for d in others):
        out += "\n## Functions and values\n\n" + entries(others, taken, header)
    return out, [d for d in declarations if d.kind != "section"]


def first_sentence(text):
    text = " ".join(text.split())
    found = re.match(r"(.+?[.;])(\s|$)", text)
    return escaped(re.sub(r"[:;]$", ".", found[1] if found else text))


def write(root, out):
    folder = root / "include" / "catena"
    by_layer, count = {}, 0
    for path in sorted(folder.rglob("*.hpp")):
        header = path.relative_to(folder).as_posix()
        text, declarations = page(root, header)
        target = out / "cpp" / Path(header).with_suffix(".md")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        count += len(declarations)
        layer = Path(header).parent.as_posix().replace(".", "")
        by_layer.setdefault(layer, []).append((header, first_sentence(head_comment(path.read_text()).split("\n\n")[0])))
    lines = ["# C++ reference", "", "Every public header, with what it declares; written from the headers themselves. Most programs need only "
             "`#include <catena/catena.hpp>` and the class [Arm](reference/cpp/core/arm.md). [NOTATION.md](NOTATION.md) explains symbols, frames "
             "and units, and the [cookbook](docs/cookbook.md) has examples.", ""]
    order = list(LAYERS)
    for layer in sorted(by_layer, key=lambda name: (order.index(name) if name in order else order.index(name.split("/")[0]) + 0.5, name)):
        lines += [f"## {LAYERS.get(layer, layer)}", "", "| header | |", "| --- | --- |"]
        lines += [f"| [{Path(header).name}](reference/cpp/{header.removesuffix('.hpp')}.md) | {words} |" for header, words in by_layer[layer]]
        lines.append("")
    (out / "cpp.md").write_text("\n".join(lines))
    return count
