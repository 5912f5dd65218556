#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns the C++ snippets of documentation pages into tests: snippets.py OUTPUT PAGE...

The ```cpp blocks of a section (a heading of level 2 or 3) form the body of one test, in their order. What stands before the
first such heading precedes the snippets of every section, or is a test itself if no section has snippets. A comment

    <!-- snippet
    const catena::Arm arm = catena::Arm::load("panda");
    -->

adds code that the reader does not see. A ```text block right after a ```cpp block is what the snippet prints. Lines with
#include are moved to the top of the file. A block with a main function becomes a function that the test calls; its output is not
compared. A block that begins with `template` is a declaration outside of the test. A block after <!-- file NAME --> is a file
in the folder where the tests of the page run.
"""
import os
import re
import sys


def parts(page):
    """The headings, snippets, hidden code and expected outputs of a page, in order, as (kind, text, line)."""
    found = []
    kind, start, lines = None, 0, []
    for number, line in enumerate(page.splitlines(), 1):
        if kind is None:
            heading = re.match(r"##+ (.*)", line)
            if heading:
                found.append(("heading", heading.group(1), number))
            elif line.startswith("```"):
                kind, start, lines = line[3:].strip() or "plain", number + 1, []
            elif line == "<!-- snippet":
                kind, start, lines = "hidden", number + 1, []
            elif line.strip():
                found.append(("prose", line, number))
        elif line == ("-->" if kind == "hidden" else "```"):
            found.append((kind, "\n".join(lines), start))
            kind = None
        else:
            lines.append(line)
    if kind is not None:
        sys.exit(f"snippets.py: the block that begins at line {start - 1} has no end")
    return found


def literal(text):
    return f'R"snippet({text})snippet"'


def without_includes(text, includes):
    """The code with blank lines instead of #include, which are added to `includes`."""
    code = []
    for row in text.splitlines():
        if row.startswith("#include"):
            includes.append(row.replace('#include "catena/', "#include <catena/").replace('.hpp"', ".hpp>"))
            row = ""
        code.append(row)
    return "\n".join(code)


def program(text, name):
    """The main function under another name. Where it ends without a return, main returns 0."""
    text = text.replace("int main(", f"int {name}(")
    end = text.rindex("}")
    return text[:end] + "return 0; }" + text[end + 1 :]


def name_of(heading, names):
    name = "".join(word.capitalize() for word in re.findall(r"[A-Za-z0-9]+", heading)) or "Section"
    while name in names:
        name += "Again"
    names.add(name)
    return name


def generate(path, page):
    """The includes and the tests of one page, in a namespace of its own."""
    stem = re.sub(r"\W", "_", os.path.splitext(os.path.basename(path))[0])
    includes, declared, shared, sections, names, files = [], [], [], [], set(), []
    body = shared
    after_snippet, file_name = False, None
    for kind, text, line in parts(page):
        marked = re.match(r"<!-- file (\S+) -->", text) if kind == "prose" else None
        if marked:
            file_name = marked.group(1)
            continue
        if file_name and kind not in ("prose", "heading"):
            files.append(f"{{{literal(file_name)}, {literal(text)}}}")
        elif kind == "heading":
            body = []
            sections.append((name_of(text, names), body))
        elif kind in ("cpp", "hidden"):
            where = f'#line {line} "{path}"\n'
            code = without_includes(text, includes)
            if "int main(" in code:
                declared.append(where + program(code, f"program_{line}"))
                body.append(f"EXPECT_EQ(program_{line}(), 0);")
            elif code.lstrip().startswith("template"):
                declared.append(where + code)
            else:
                body.append(where + code)
        elif kind == "text" and after_snippet and "EXPECT_EQ(program_" not in body[-1]:
            body.append(f"printed.expect({literal(text)}, {line});")
        after_snippet, file_name = kind == "cpp", None
    tests = [(name, shared + code) for name, code in sections if code]
    out = [f"namespace snippets_{stem} {{", ""] + declared
    for name, code in tests or ([("Page", shared)] if shared else []):
        out += [f"TEST(Snippets_{stem}, {name}) {{", "[[maybe_unused]] catena::test::Printed printed;"]
        out += [f"const catena::test::PageFolder folder(catena::test::PageFiles{{{', '.join(files)}}});"] + code + ["}", ""]
    return includes, "\n".join(out + [f"}}  // namespace snippets_{stem}"]) + "\n"


def source(pages):
    """One file with the tests of all pages, given as (path, text)."""
    made = [generate(path, text) for path, text in pages]
    includes = sorted({include for one, _ in made for include in one} | {"#include <catena/catena.hpp>"})
    head = ["// Generated by tools/snippets.py: do not edit.", "#include <gtest/gtest.h>", ""] + includes
    return "\n".join(head + ['#include "docs/page_folder.hpp"', '#include "docs/printed.hpp"', "", "namespace {", ""] +
                     [text for _, text in made] + ["}  // namespace", ""])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pages = []
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as page:
            pages.append((path, page.read()))
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write(source(pages))


if __name__ == "__main__":
    main()
