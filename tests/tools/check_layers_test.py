#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/check_layers.py finds what is planted into a copy of the sources, and nothing in the sources themselves. It names
the same layers, with the same dependencies, as the CMake files that link them."""
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_layers  # noqa: E402


def problems(root):
    return check_layers.problems(check_layers.sources(root))


class CheckLayers(unittest.TestCase):
    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for folder in ("include", "src", "apps", "python/src", "web/core"):
            shutil.copytree(ROOT / folder, self.root / folder)

    def plant(self, path, line):
        file = self.root / path
        text = file.read_text(encoding="utf-8") if file.exists() else "// planted\n"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + line + "\n", encoding="utf-8")

    def test_the_sources_keep_to_their_layers(self):
        self.assertEqual(problems(ROOT), [])

    def test_finds_an_upward_include_of_a_public_header(self):
        self.plant("include/catena/core/arm.hpp", '#include "catena/io/load.hpp"')
        self.assertIn("include/catena/core/arm.hpp: the layer core may not include include/catena/io/load.hpp of io",
                      problems(self.root))

    def test_finds_an_upward_include_in_a_source(self):
        self.plant("src/codegen/program.cpp", '#include "choose/ranking/rank.hpp"')
        self.plant("src/choose/ranking/rank.hpp", "")
        self.assertIn("src/codegen/program.cpp: the layer codegen may not include src/choose/ranking/rank.hpp of choose",
                      problems(self.root))

    def test_finds_an_upward_include_inside_core(self):
        self.plant("include/catena/core/math/vec3.hpp", '#include "catena/core/algo/crba.hpp"')
        self.assertIn("include/catena/core/math/vec3.hpp: core/math may not include "
                      "include/catena/core/algo/crba.hpp of core/algo", problems(self.root))

    def test_finds_an_upward_include_inside_choose(self):
        self.plant("src/choose/criteria/payload.cpp", '#include "catena/choose/sweep/sweep.hpp"')
        self.assertIn("src/choose/criteria/payload.cpp: choose/criteria may not include "
                      "include/catena/choose/sweep/sweep.hpp of choose/sweep", problems(self.root))

    def test_finds_a_file_of_choose_that_is_in_no_room(self):
        self.plant("src/choose/odds.cpp", '#include "catena/core/arm.hpp"')
        self.assertIn("src/choose/odds.cpp: 'odds' is no room of choose; add it to CHOOSE in tools/check_layers.py",
                      problems(self.root))

    def test_finds_a_command_that_includes_a_private_header(self):
        self.plant("apps/catena/cmd_info.cpp", '#include "system/environment.hpp"')
        self.assertIn("apps/catena/cmd_info.cpp: commands include public headers only, not src/system/environment.hpp",
                      problems(self.root))

    def test_finds_private_headers_in_the_python_extension(self):
        self.plant("python/src/ik.cpp", '#include "core/kernels/kernels.hpp"')
        self.assertIn("python/src/ik.cpp: the Python extension includes public headers only, not src/core/kernels/kernels.hpp",
                      problems(self.root))

    def test_finds_layers_and_private_headers_that_the_modules_for_browsers_do_not_have(self):
        self.plant("web/core/wasm/src/ik.cpp", '#include "catena/sim/simulation.hpp"\n#include "core/util/thread_pool.hpp"')
        found = problems(self.root)
        self.assertIn("web/core/wasm/src/ik.cpp: the layer web may not include include/catena/sim/simulation.hpp of sim", found)
        self.assertIn("web/core/wasm/src/ik.cpp: the modules for browsers include public headers only, not "
                      "src/core/util/thread_pool.hpp", found)

    def test_finds_private_headers_that_are_allowed_and_not_included(self):
        used = {target.removeprefix("src/") for path, targets in check_layers.edges_of(check_layers.sources(ROOT)).items()
                for target in targets if check_layers.layer(path) == "web" and target.startswith("src/")}
        self.assertEqual(used, check_layers.PRIVATE["web"])

    def test_finds_a_private_header_of_another_layer(self):
        self.plant("src/sim/equation.cpp", '#include "io/urdf_tree.hpp"')  # sim may include io
        self.plant("include/catena/sim/scenario.hpp", '#include "core/util/thread_pool.hpp"')  # which choose may include
        message = "{}: {} is private to the layer {}; use its public headers, or add sim to SHARED in tools/check_layers.py"
        self.assertEqual(sorted(problems(self.root)),
                         [message.format("include/catena/sim/scenario.hpp", "src/core/util/thread_pool.hpp", "core"),
                          message.format("src/sim/equation.cpp", "src/io/urdf_tree.hpp", "io")])

    def test_finds_private_headers_that_are_shared_and_not_included(self):
        used = {}
        for path, targets in check_layers.edges_of(check_layers.sources(ROOT)).items():
            own = check_layers.layer(path)
            for target in targets:
                if target.startswith("src/") and own not in (None, *check_layers.FRONT_ENDS, check_layers.layer(target)):
                    used.setdefault(target.removeprefix("src/"), set()).add(own)
        self.assertEqual({name: sorted(layers) for name, layers in used.items()}, check_layers.SHARED)

    def test_finds_a_circle_inside_a_layer(self):
        self.plant("include/catena/sim/one.hpp", '#include "catena/sim/two.hpp"')
        self.plant("include/catena/sim/two.hpp", '#include "catena/sim/one.hpp"')
        self.assertIn("circle: include/catena/sim/one.hpp -> include/catena/sim/two.hpp -> include/catena/sim/one.hpp",
                      problems(self.root))

    def test_finds_an_algorithm_that_borrows_from_another(self):
        self.plant("include/catena/core/algo/gdahj.hpp", '#include "catena/core/algo/crba.hpp"')
        self.assertEqual(problems(self.root), [
            "include/catena/core/algo/gdahj.hpp: may not include crba.hpp, which it is not known to call; move what they share "
            "to core/math or core/model, or add the call to CALLS in tools/check_layers.py"])

    def test_finds_an_algorithm_that_no_longer_calls_what_it_includes(self):
        path = self.root / "include/catena/core/algo/crba_udu.hpp"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("crba(arm, x, F);", "// crba(arm, x, F);"), encoding="utf-8")
        self.assertEqual(problems(self.root),
                         ["include/catena/core/algo/crba_udu.hpp: includes crba.hpp but does not use crba"])

    def test_finds_calls_that_are_listed_and_not_made(self):
        path = self.root / "include/catena/core/algo/udut.hpp"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace('#include "catena/core/algo/rnea.hpp"\n', ""), encoding="utf-8")
        self.assertEqual(problems(self.root), ["CALLS in tools/check_layers.py: udut.hpp does not include rnea.hpp"])

    def test_finds_a_folder_that_is_no_layer(self):
        self.plant("src/extras/a.cpp", '#include "catena/core/arm.hpp"')
        self.assertIn("src/extras/a.cpp: the folder 'extras' is no layer; add it to LAYERS in tools/check_layers.py",
                      problems(self.root))

    def test_cmake_links_the_layers_that_are_allowed(self):
        text = (ROOT / "src/CMakeLists.txt").read_text(encoding="utf-8")
        linked = {name: (re.search(r"DEPENDS ((?:[a-z]+\s*)+?)(?=LINK|PUBLIC_LINK|\))", rest) or ["", ""])[1].split()
                  for name, rest in re.findall(r"catena_layer\((\w+)([^)]*\))", text)}
        allowed = {name: list(layers) for name, layers in check_layers.LAYERS.items() if name != "apps"}
        self.assertEqual({name: sorted(layers) for name, layers in linked.items()},
                         {name: sorted(layers) for name, layers in allowed.items()})


if __name__ == "__main__":
    unittest.main()
