# SPDX-License-Identifier: Apache-2.0
"""The reference of the Python package as Markdown: from the docstrings of python/catena, and from the table of quantities
(include/catena/core/quantity.hpp), whose rows are methods of catena.Arm."""
import ast
import re

SHAPES = {"scalar": "(...)", "joints": "(..., n)", "six": "(..., 6)", "square": "(..., n, n)", "cube": "(..., n, n, n)",
          "six_by_n": "(..., 6, n)", "n_by_six": "(..., n, 6)", "six_square": "(..., 6, 6)", "pose": "(..., 4, 4)",
          "columns": "(..., n, k)", "parameters": "(..., 10n)", "by_parameters": "(..., n, 10n)", "three_by_n": "(..., 3, n)",
          "three_by_n_by_n": "(..., 3, n, n)", "three_square_by_n": "(..., 3, 3, n)", "six_by_n_by_n": "(..., 6, n, n)",
          "six_square_by_n": "(..., 6, 6, n)", "stacked_square": "(..., 6n, 6n)", "stacked_by_n": "(..., 6n, n)",
          "n_by_stacked": "(..., n, 6n)"}
FRAMES = "frame, point, axes"


def quantities(header):
    """The rows of the table: [{name, what, arrays: [(name, shape)], inputs, unit, aliases}]."""
    text = header[header.index("kQuantities = ") :]
    rows = []
    for row in re.finditer(r'QuantityInfo\{Q::(\w+), "(\w+)", "([^"]*)",\s*\{\{(.*?)\}\}, ([\w |{}]*?), "([^"]*)", "([^"]*)", "([^"]*)"', text):
        arrays = [(name, shape.removeprefix("Shape::")) for name, shape in re.findall(r'\{"(\w*)", ([\w:]+)\}', "{" + row[4] + "}")]
        rows.append({"name": row[2], "what": row[3], "arrays": arrays, "inputs": re.findall(r"\w+", row[5]), "symbol": row[6], "unit": row[7],
                     "aliases": row[8].split()})
    return rows


def signature(row):
    """The arguments that python/src/signature.cpp gives the method, without those that all methods have."""
    has = row["inputs"].__contains__
    words = [name for name in ("q", "qd", "qdd", "tau") if has(name)]
    if has("V"):
        words.append("V=None")
    if has("wrenches") and not has("tip"):
        words.append("wrenches")
    if has("v") and not has("qdd"):
        words.append("v=None")
    named = [f"{name}=None" for name in ("v",) if has("v") and has("qdd")]
    named += [f"{name}=None" for name in ("tip", "wrenches", "gravity") if has(name) and not (name == "wrenches" and not has("tip"))]
    if has("frame"):
        named += [f"{name}=None" for name in FRAMES.split(", ")]
    if has("damping"):
        named.append("damping=0.0")
    return f"{row['name']}({', '.join(words + (['*'] + named if named else []))})"


def escaped(text):
    return re.sub(r"([*<>\[\]|$\\_])", r"\\\1", text)


def docstring(node):
    """A docstring as Markdown: examples become blocks, ``names`` become `names`."""
    text = ast.get_docstring(node) or ""
    out, example = [], []
    for line in text.splitlines():
        if line.strip().startswith((">>>", "...")) or (example and line.strip()):
            example.append(line)
            continue
        if example:
            out += ["```pycon", *example, "```"]
            example = []
        pieces = re.split(r"(``.*?``)", line)
        out.append("".join(f"`{piece[2:-2]}`" if piece.startswith("``") else re.sub(r"([*<>\[\]|$\\])", r"\\\1", piece) for piece in pieces))
    if example:
        out += ["```pycon", *example, "```"]
    return "\n".join(out)


def arguments(function):
    text = ast.unparse(function.args)
    text = re.sub(r"^(self|cls)(, )?", "", text)
    result = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"({filled(text)}){result}"


def filled(arguments):
    """Arguments in lines of at most 80 characters, indented after the first."""
    words, start, depth = [], 0, 0
    for k, c in enumerate(arguments):
        depth += {"[": 1, "(": 1, "{": 1, "]": -1, ")": -1, "}": -1}.get(c, 0)
        if c == "," and depth == 0:
            words.append(arguments[start : k + 1].strip())
            start = k + 1
    words.append(arguments[start:].strip())
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) > 78:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n    ".join(lines)


def class_page(node):
    out = [f"## {node.name}", "", docstring(node), ""]
    rows = []
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and not item.target.id.startswith("_"):
            rows.append(f"| `{item.target.id}` | `{ast.unparse(item.annotation).replace('|', chr(92) + '|')}` |")
    if rows:
        out += ["| field | type |", "| --- | --- |", *rows, ""]
    for item in node.body:
        if not isinstance(item, ast.FunctionDef) or (item.name.startswith("_") and item.name != "__new__") or not ast.get_docstring(item):
            continue
        marks = [ast.unparse(mark) for mark in item.decorator_list]
        if any("setter" in mark or "overload" in mark for mark in marks):
            continue
        call = item.name if "property" in marks else item.name + arguments(item)
        out += [f'<div class="member" id="{node.name}-{item.name}">', "", "```python", call, "```", "", docstring(item), "", "</div>", ""]
    return out


def public_names(package):
    """The names of __all__, from the modules that __init__.py takes them from: {name: module}."""
    tree = ast.parse((package / "__init__.py").read_text())
    names = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module:
            names.update({alias.name: node.module for alias in node.names})
    listed = next(ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    return {name: names.get(name, "") for name in listed}


def in_cpp(out, name):
    """A link to the member function of catena::Arm, if there is one."""
    page = out / "cpp/core/arm.md"
    there = page.exists() and f'id="Arm-{name}"' in page.read_text()
    return f"[`Arm::{name}`](reference/cpp/core/arm.md#Arm-{name})" if there else "`Arm::eval`"


def methods(root):
    """The names of the methods of each quantity, from the rows of the registry: {quantity: [method]}."""
    found = {}
    for header in sorted((root / "include/catena/core/rows").glob("*.hpp")):
        text = header.read_text()
        for quantity, method in re.findall(r'Quantity::(\w+),\s*"(\w+)"', text):
            found.setdefault(quantity, []).append(method)
        # rows that a function makes for each name that it is called with: operational_space_by<T, ...>("aba", ...)
        called = re.findall(r'_by<[^"()]*>\(\s*"(\w+)"', text)
        for quantity in re.findall(r"Quantity::(\w+),\s*name\b", text):
            found.setdefault(quantity, []).extend(called)
    return found


def theory(root, name):
    """`method=` with a link to the page of a paper's method, if there is one."""
    page = f"docs/papers/{name}.md"
    return f"[`{name}`]({page})" if (root / page).exists() else f"`{name}`"


def write(root, out):
    package = root / "python" / "catena"
    rows = quantities((root / "include/catena/core/quantity.hpp").read_text())
    names = public_names(package)
    trees = {module: ast.parse((package / f"{module}.py").read_text()) for module in set(names.values()) if module and (package / f"{module}.py").exists()}
    found = {node.name: node for tree in trees.values() for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    lines = ["# Python reference", "", "The package `catena`, written from its docstrings and from the table of quantities. [docs/python.md](docs/python.md) "
             "introduces it; `help(catena.Arm)` shows the same texts in Python.", ""]
    lines += class_page(found["Arm"])
    lines += ["### Quantities", "", "Methods of `Arm`. `n` is the number of joints, and `...` stands for the leading axes of the arguments. All take "
              "`method=`, `nan=` and `out=` as well, those that depend on masses `payload=` and `motors=`: see [docs/python.md](docs/python.md#quantities). "
              "The symbols are those of [NOTATION.md](NOTATION.md). The column `method=` lists the methods; those of papers lead to their theory, and "
              "[PAPERS.md](PAPERS.md) to the code of their equations.", "",
              "| method | result | shape | unit | other names | `method=` | C++ |", "| --- | --- | --- | --- | --- | --- | --- |"]
    ways = methods(root)
    for row in rows:
        shapes = ", ".join(f"{name + ' ' if name else ''}{SHAPES[shape]}" for name, shape in row["arrays"])
        lines.append(f'| <a id="Arm-{row["name"]}"></a>`{signature(row)}` | {escaped(row["what"])} | {escaped(shapes)} | {escaped(row["unit"])} | '
                     f"{', '.join(f'`{alias}`' for alias in row['aliases'])} | {', '.join(theory(root, name) for name in dict.fromkeys(ways.get(row['name'], [])))} | {in_cpp(out, row['name'])} |")
    lines.append("")
    functions = [name for name, node in found.items() if name in names and isinstance(node, ast.FunctionDef)]
    lines += ["## Functions", ""]
    for name in sorted(functions):
        lines += [f'<div class="member" id="catena-{name}">', "", "```python", f"catena.{name}{arguments(found[name])}", "```", "", docstring(found[name]), "", "</div>", ""]
    core = {"catalogue": "the names of the robots that are built in", "quantities": "the table of quantities, a dictionary for each row",
            "set_threads": "limits the number of threads that many states are computed on", "threads": "the number of these threads",
            "simd_level": "the vector instructions that are used"}
    lines += ["| function | |", "| --- | --- |"] + [f"| `catena.{name}` | {words} |" for name, words in core.items() if name in names] + [""]
    for name in sorted(n for n, node in found.items() if n in names and isinstance(node, ast.ClassDef) and n != "Arm"):
        lines += class_page(found[name])
    missing = [name for name in names if name not in found and name not in core and name != "results"]
    if missing:
        raise SystemExit(f"reference: no documentation found for {', '.join(missing)} of python/catena/__init__.py")
    (out / "python.md").write_text("\n".join(lines))
    return len(rows), len(found)
