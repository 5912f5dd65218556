# SPDX-License-Identifier: Apache-2.0
"""The examples in README.md and in the pages for Python print what they show."""
import doctest
import os
import re
from pathlib import Path

import pytest

import catena  # noqa: F401

SOURCE = Path(os.environ.get("CATENA_SOURCE", Path(__file__).parent.parent.parent))


@pytest.mark.parametrize("name, least", [("README.md", 6), ("docs/python.md", 15), ("docs/migrate.md", 20)])
def test_examples(name, least):
    blocks = (SOURCE / name).read_text().split("```pycon\n")[1:]
    text = "\n".join(block.split("```")[0] for block in blocks)
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)
    assert len(test.examples) >= least and runner.failures == 0


def test_the_page_for_newcomers_names_what_exists():
    text = (SOURCE / "docs/migrate.md").read_text()
    names = set(re.findall(r"\barm\.([a-z]\w*)", text)) | set(re.findall(r"\bArm\.([a-z]\w*)", text))
    assert len(names) > 35 and not [name for name in names if not hasattr(catena.Arm, name)]
    assert not [name for name in re.findall(r"\bcatena\.([A-Za-z]\w*)", text) if name != "compat" and not hasattr(catena, name)]
