# SPDX-License-Identifier: Apache-2.0
"""Writes the reference of the C++ library and of the Python package as Markdown, for the site: python3 tools/reference OUT.

C++: from the public headers. Python: from docstrings and the table of quantities. Links are from the root of the repository."""
import sys
from pathlib import Path

import cpp_pages
import python_pages


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = Path(__file__).resolve().parent.parent.parent
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    declarations = cpp_pages.write(root, out)
    rows, names = python_pages.write(root, out)
    print(f"{out}: {declarations} C++ declarations, {rows} quantities, {names} Python classes and functions")


if __name__ == "__main__":
    main()
