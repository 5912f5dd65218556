# SPDX-License-Identifier: Apache-2.0
"""The examples in README.md and docs/python.md print what they show."""
import doctest
import os
from pathlib import Path

import pytest

import catena  # noqa: F401

SOURCE = Path(os.environ.get("CATENA_SOURCE", Path(__file__).parent.parent.parent))


@pytest.mark.parametrize("name, least", [("README.md", 6), ("docs/python.md", 15)])
def test_examples(name, least):
    blocks = (SOURCE / name).read_text().split("```pycon\n")[1:]
    text = "\n".join(block.split("```")[0] for block in blocks)
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test)
    assert len(test.examples) >= least and runner.failures == 0
