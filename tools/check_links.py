#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds dead links: check_links.py FOLDER, or check_links.py FILE.md...

FOLDER is a built site: every link and picture of its pages must lead to a file in it, and to an anchor that exists, and no page may
load anything from elsewhere. Markdown files are read as GitHub shows them: their links must lead to files of the repository and
to headings.
Links to other sites (https:) are not followed."""
import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

ELSEWHERE = ("http:", "https:", "//")
OTHER = ("mailto:", "data:", "javascript:", "blob:")


class Page(HTMLParser):
    """The anchors and links of a page: links as (target, line, loads) where `loads` says that showing the page loads it."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.anchors, self.links, self.repeated = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        line = self.getpos()[0]
        if values.get("id"):
            if values["id"] in self.anchors:
                self.repeated.append((values["id"], line))
            self.anchors.add(values["id"])
        if tag == "a" and values.get("name"):
            self.anchors.add(values["name"])
        if tag == "a" and values.get("href") is not None:
            self.links.append((values["href"], line, False))
        if tag == "link" and values.get("href"):
            self.links.append((values["href"], line, True))
        if tag in ("img", "script", "iframe", "source", "video", "embed", "audio") and values.get("src"):
            self.links.append((values["src"], line, True))
        if tag in ("use", "image") and values.get("xlink:href", values.get("href")):
            self.links.append((values.get("xlink:href") or values["href"], line, True))


def slug(heading, taken):
    """The anchor that GitHub gives a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "").strip().lower()
    text = re.sub(r"<[^>]*>", "", text)
    text = "".join(c for c in text if c.isalnum() or c in "-_ " or "\u0300" <= c <= "\u036f").replace(" ", "-")
    count = taken.get(text, 0)
    taken[text] = count + 1
    return f"{text}-{count}" if count else text


def markdown(text):
    """(anchors, links) of a Markdown page, without its code blocks and comments."""
    anchors, links, taken = set(), [], {}
    fence, comment = None, False
    for number, line in enumerate(text.splitlines(), 1):
        if fence:
            if line.strip().startswith(fence):
                fence = None
            continue
        if comment or line.startswith("<!--"):
            comment = "-->" not in line
            continue
        opening = re.match(r"\s*(```+|~~~+)", line)
        if opening:
            fence = opening[1]
            continue
        if line.startswith("    ") and not re.match(r"\s*[-*\d]", line):
            continue
        heading = re.match(r"#{1,6} (.*)", line)
        if heading:
            anchors.add(slug(heading[1], taken))
        bare = re.sub(r"``.*?``|`[^`]*`", "`code`", line)
        anchors.update(re.findall(r'<a (?:id|name)="([^"]+)"', bare))
        for target in re.findall(r"\]\(([^()\s]+(?:\([^()]*\))?)(?: \"[^\"]*\")?\)", bare) + re.findall(r'(?:href|src)="([^"]+)"', bare):
            links.append((target, number, False))
    return anchors, links


def resolve(page, target):
    """(file, anchor) that a link of a page leads to."""
    path, _, anchor = target.partition("#")
    path = unquote(path.partition("?")[0])
    file = page if not path else Path(os.path.normpath(page.parent / path))
    if file.is_dir():
        for name in ("index.html", "README.md"):
            if (file / name).exists():
                return file / name, unquote(anchor)
    return file, unquote(anchor)


def check_site(folder):
    """The problems of a built site, as lines."""
    problems = []
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    if not pages:
        return [f"{folder}: there are no pages"]
    count = 0
    for path, page in pages.items():
        where = path.relative_to(folder)
        if "playground" in where.parts or "reports" in where.parts:  # built and tested elsewhere
            continue
        problems += [f"{where}:{line}: the anchor '{anchor}' exists twice" for anchor, line in page.repeated]
        for target, line, loads in page.links:
            if target.startswith(OTHER):
                continue
            if target.startswith(ELSEWHERE):
                if loads:
                    problems.append(f"{where}:{line}: loads {target} from elsewhere")
                continue
            count += 1
            if target.startswith("/"):
                problems.append(f"{where}:{line}: {target} begins at the root of a server, so that the site does not work from a folder")
                continue
            file, anchor = resolve(path, target)
            if not file.is_file():
                problems.append(f"{where}:{line}: {target} leads to {os.path.relpath(file, folder)}, which does not exist")
            elif anchor and file in pages and "playground" not in file.parts and anchor not in pages[file].anchors:
                problems.append(f"{where}:{line}: {target}: {os.path.relpath(file, folder)} has no anchor '{anchor}'")
    for path in sorted(folder.rglob("*.css")):
        for target in re.findall(r"url\(['\"]?([^)'\"]+)", path.read_text(encoding="utf-8")):
            if not target.startswith("data:") and not (path.parent / target).is_file():
                problems.append(f"{path.relative_to(folder)}: loads {target}, which does not exist here")
    if not problems:
        print(f"{len(pages)} pages, {count} links: none is dead")
    return problems


def check_markdown(paths):
    problems, count, known = [], 0, {}

    def anchors_of(path):
        if path not in known:
            known[path] = markdown(path.read_text(encoding="utf-8"))
        return known[path][0]

    for path in paths:
        anchors_of(path)
        for target, line, _ in known[path][1]:
            if target.startswith(ELSEWHERE + OTHER):
                continue
            count += 1
            file, anchor = resolve(path, target)
            if not file.exists():
                problems.append(f"{path}:{line}: {target} leads to {file}, which does not exist")
            elif anchor and file.suffix == ".md" and anchor not in anchors_of(file):
                problems.append(f"{path}:{line}: {target}: {file} has no heading with the anchor '{anchor}'")
    if not problems:
        print(f"{len(paths)} Markdown pages, {count} links: none is dead")
    return problems


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    first = Path(sys.argv[1])
    problems = check_site(first) if first.is_dir() else check_markdown([Path(name) for name in sys.argv[1:]])
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
