# SPDX-License-Identifier: Apache-2.0
"""The examples in README.md and in the pages for Python print what they show."""
import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import catena  # noqa: F401

SOURCE = Path(os.environ.get("CATENA_SOURCE", Path(__file__).parent.parent.parent))


@pytest.mark.parametrize("name, least", [("README.md", 6), ("docs/python.md", 15), ("docs/migrate.md", 20), ("docs/tutorial.md", 12), ("docs/index.md", 4)])
def test_examples(name, least, tmp_path, monkeypatch):
    page = (SOURCE / name).read_text()
    for file, content in re.findall(r"<!-- file (\S+) -->\n+```\w*\n(.*?)```", page, re.S):
        (tmp_path / file).write_text(content)
    monkeypatch.chdir(tmp_path)
    text = "\n".join(block.split("```")[0] for block in page.split("```pycon\n")[1:])
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)
    assert len(test.examples) >= least and runner.failures == 0


def test_the_page_for_newcomers_names_what_exists():
    text = (SOURCE / "docs/migrate.md").read_text()
    names = set(re.findall(r"\barm\.([a-z]\w*)", text)) | set(re.findall(r"\bArm\.([a-z]\w*)", text))
    assert len(names) > 35 and not [name for name in names if not hasattr(catena.Arm, name)]
    assert not [name for name in re.findall(r"\bcatena\.([A-Za-z]\w*)", text) if name != "compat" and not hasattr(catena, name)]


@pytest.mark.parametrize("tool, picture", [("moving_arm.py", "moving_arm.svg"), ("tutorial_picture.py", "tutorial_errors.svg")])
def test_pictures_are_what_their_tools_draw(tool, picture, tmp_path):
    """Up to a pixel, since rounding differs between machines."""
    if not (SOURCE / "tools" / tool).exists():
        pytest.skip("the tools are not here")
    subprocess.run([sys.executable, SOURCE / "tools" / tool, tmp_path / picture], check=True)
    number = re.compile(r"-?\d+(?:\.\d+)?")
    drawn, stored = ((folder / picture).read_text() for folder in (tmp_path, SOURCE / "docs/pictures"))
    assert number.sub("#", drawn) == number.sub("#", stored), f"run tools/{tool} docs/pictures/{picture}"
    pairs = zip(number.findall(drawn), number.findall(stored))
    assert max(abs(float(a) - float(b)) for a, b in pairs) <= 1.01, f"run tools/{tool} docs/pictures/{picture}"
