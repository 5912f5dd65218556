#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the sources to the layers: check_layers.py [--dot | --table] [ROOT].

Reads every #include of include/catena and src and places each file in its layer, the folder below. A file may include
files of its own layer and of the layers that its layer may use, listed in LAYERS; inside core and choose the same holds
for the rooms of CORE and CHOOSE. Anything else is an upward edge. Front ends (FRONT_ENDS: the commands, the Python extension,
the WebAssembly modules) include public headers only, except those of PRIVATE. A layer includes the public headers of another
layer, and of its private ones (those in src) only the helpers of SHARED. Headers must not include each other in a circle
either. An algorithm (a header of core/algo) includes another one only if it calls it, as listed in CALLS; what
algorithms share is in core/math or core/model. With --table it prints the graph as CONTRIBUTING.md shows it, with --dot for
Graphviz."""
import re
import sys
from pathlib import Path

# Each layer with the layers that it may include directly. The same lists stand in src/CMakeLists.txt, which links them.
LAYERS = {
    "core": [],
    "system": ["core"],
    "codegen": ["core", "system"],
    "count": ["core"],
    "check": ["core"],
    "io": ["core", "system"],
    "report": ["core", "system"],
    "sim": ["core", "io"],
    "choose": ["core", "system", "io", "codegen", "count", "sim"],
    "bench": ["core", "system", "codegen", "count"],
    "reproduce": ["core", "system", "io", "count", "codegen", "sim", "report", "choose"],
    "apps": ["core", "system", "io", "codegen", "count", "check", "report", "sim", "choose", "bench", "reproduce"],
}

# Front ends that are no layers: their folders, the layers that they may include, and the folders besides their own in which
# they look for headers. Python runs the commands.
FRONT_ENDS = {
    "apps": ("apps", LAYERS["apps"], []),
    "python": ("python/src", ["core", "system", "io", "codegen", "count", "check", "report", "sim", "choose", "bench", "apps"],
               ["apps/catena"]),
    "web": ("web/core", ["core", "system", "io", "codegen", "count", "check", "report"], ["web/core/wasm/src"]),
}

# The private headers that a front end may include. The modules for browsers are compiled from the sources of the layers: they
# have a table of kernels and a catalogue of their own, and leave out meshes where there are none.
PRIVATE = {"web": {"core/kernels/kernels.hpp", "core/kernels/level/level.hpp", "io/built_in.hpp", "report/drawn_meshes.hpp"}}

# The private headers of a layer that other layers may include, and which of them: helpers that they share and that no program
# outside needs. Everything else that a layer offers to another one is in include/catena.
SHARED = {
    "choose/criteria/operations.hpp": ["reproduce"],
    "core/batch/generated.hpp": ["codegen"],  # how generated batches register
    "core/kernels/kernels.hpp": ["bench", "codegen", "reproduce"],
    "core/math/linear.hpp": ["check", "reproduce"],
    "core/model/small_change.hpp": ["check"],
    "core/util/finite.hpp": ["sim"],
    "core/util/thread_pool.hpp": ["choose"],
    "io/angle.hpp": ["choose"],
    "io/catalogue.hpp": ["choose", "sim"],
    "io/csv.hpp": ["sim"],
    "io/npz.hpp": ["sim"],
    "io/read_text.hpp": ["choose", "sim"],
    "io/robot_file_read.hpp": ["choose"],
    "io/toml_fields.hpp": ["choose", "sim"],
    "io/toml_parse.hpp": ["choose", "sim"],
    "io/toml_quoted.hpp": ["choose"],
    "system/environment.hpp": ["choose", "codegen", "io"],
    "system/machine.hpp": ["codegen", "io"],
    "system/run_program.hpp": ["codegen"],
    "system/sha256.hpp": ["codegen", "io"],
}

# The rooms of core, each above those before it. The rest (`arm`, `batch`, ...) is the top room.
CORE = ["base", "scalar", "math", "model", "algo", "registry", "kernels", "methods", "arm"]
BASE = {"error", "inline", "quantity", "shape", "simd", "threads", "text", "did_you_mean", "version", "util",
        "watch"}  # need nothing but each other
REGISTRY = {"rows", "registry", "method"}
METHODS = {"library_methods", "select"}  # what the library runs, and what it chooses

# The algorithms that build on another one: {file: {file that it includes: a function of that file that it calls, or a type
# that it takes}}.
CALLS = {
    "augmented_paper": {"kic_model": "KicModel"},
    "augmented_elements": {"augmented_body": "augmented_bodies", "kic_model": "fill_by_properties"},
    "crba_udu": {"crba": "crba"},
    "denoc_id": {"denoc": "denoc_axis_at"},
    "fd_derivatives": {"aba": "aba", "rnea_derivatives": "rnea_derivatives"},
    "fd_vjp": {"aba": "aba", "aba_rotors": "aba_rotors", "articulated_solve": "articulated_solve", "id_vjp": "id_vjp"},
    "frame_moments": {"frame_injection": "set_bodies"},
    "gim_paper": {"gim_mci_dense": "twice_crossed"},
    "gim_paper_planar": {"gim_mci_planar": "PlaneVec"},
    "id_second_derivatives": {"rnea_derivatives": "load_joints"},
    "injected_torques": {"frame_injection": "link_injections"},
    "kic_model": {"kic": "translational_kic"},
    "operational_space": {"frame_kinematics": "frame_jacobian"},
    "quasi_components": {"quasi_velocity_bias": "QuasiWork"},
    "quasi_paper": {"quasi_velocity_bias": "carried"},
    "quasi_velocity_bias": {"quasi_velocity": "quasi_factors"},
    "quasi_velocity_fd": {"quasi_velocity_bias": "set_quasi"},
    "response_solve": {"aba_response": "AbaResponseJob"},
    "spatial_dynamics": {"spatial_operators": "Operators"},
    "spatial_operators": {"operator_matrices": "unit"},
    "terms": {"coriolis": "CoriolisWrenches"},
    "udut": {"rnea": "rnea"},
}
ALGORITHM = re.compile(r"include/catena/core/algo/(\w+)\.hpp")

# The rooms of choose, its subfolders, each above those before it.
CHOOSE = ["workspace", "criteria", "ranking", "design", "store", "sweep"]

ROOMS = {"core": CORE, "choose": CHOOSE}

INCLUDE = re.compile(r'^\s*#\s*include\s+["<](?:(catena)/)?([^">]+)[">]', re.M)


def sources(root):
    """{path: text} of the sources, paths relative to the root."""
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
            for folder in ("include/catena", "src", *(front[0] for front in FRONT_ENDS.values())) for path in sorted((root / folder).rglob("*"))
            if path.suffix in (".hpp", ".cpp")}


def includes(path, text, files):
    """The files of the project that a source includes."""
    for public, name in INCLUDE.findall(text):
        more = FRONT_ENDS[layer(path)][2] if layer(path) in FRONT_ENDS else []
        folders = ["include/catena"] if public else [Path(path).parent.as_posix(), "src", *more]
        for folder in folders:
            if f"{folder}/{name}" in files:
                yield f"{folder}/{name}"
                break


def layer(path):
    """The layer of a file, or None for the umbrella header, which includes all."""
    for name, (folder, _, _) in FRONT_ENDS.items():
        if path.startswith(folder + "/"):
            return name
    parts = path.removeprefix("include/catena/").removeprefix("src/").split("/")
    return parts[0] if len(parts) > 1 else None


def room(path):
    """The room of a file of core or choose."""
    own, name = path.removeprefix("include/catena/").removeprefix("src/").split("/")[:2]
    name = name.split(".")[0]
    if own == "choose":
        return name
    if name in BASE:
        return "base"
    if name in REGISTRY:
        return "registry"
    if name in METHODS:
        return "methods"
    return name if name in CORE else "arm"


def edges_of(files):
    return {path: sorted(set(includes(path, text, files))) for path, text in files.items()}


def upward(edges):
    """Lines for includes that the layers forbid."""
    for path, targets in edges.items():
        own = layer(path)
        if own is None:
            continue
        if own not in LAYERS and own not in FRONT_ENDS:
            yield f"{path}: the folder '{own}' is no layer; add it to LAYERS in tools/check_layers.py"
            continue
        rooms = ROOMS.get(own)
        if rooms and room(path) not in rooms:
            yield f"{path}: '{room(path)}' is no room of {own}; add it to {own.upper()} in tools/check_layers.py"
            continue
        for target in targets:
            other = layer(target)
            allowed = FRONT_ENDS[own][1] if own in FRONT_ENDS else LAYERS[own]
            if own in FRONT_ENDS and target.startswith("src/") and target.removeprefix("src/") not in PRIVATE.get(own, ()):
                who = {"apps": "commands", "python": "the Python extension", "web": "the modules for browsers"}[own]
                yield f"{path}: {who} include{'s' * (own == 'python')} public headers only, not {target}"
            elif other != own and other not in allowed:
                yield f"{path}: the layer {own} may not include {target} of {other or 'all layers'}"
            elif own not in FRONT_ENDS and other != own and target.startswith("src/") and own not in SHARED.get(target.removeprefix("src/"), ()):
                yield (f"{path}: {target} is private to the layer {other}; use its public headers, or add {own} to SHARED in "
                       f"tools/check_layers.py")
            elif rooms and own == other and room(target) in rooms and rooms.index(room(target)) > rooms.index(room(path)):
                yield f"{path}: {own}/{room(path)} may not include {target} of {own}/{room(target)}"


def borrowed(files, edges):
    """Lines for algorithms that include another one without calling it, and for entries of CALLS that are not true."""
    found = {(ALGORITHM.fullmatch(path)[1], ALGORITHM.fullmatch(target)[1]) for path, targets in edges.items()
             for target in targets if ALGORITHM.fullmatch(path) and ALGORITHM.fullmatch(target)}
    listed = {(name, other): called for name, others in CALLS.items() for other, called in others.items()}
    folder = "include/catena/core/algo"
    for name, other in sorted(found - set(listed)):
        yield (f"{folder}/{name}.hpp: may not include {other}.hpp, which it is not known to call; move what they share to "
               f"core/math or core/model, or add the call to CALLS in tools/check_layers.py")
    for (name, other), called in sorted(listed.items()):
        use = re.compile(rf"\b{called}\s*[<(]")
        if (name, other) not in found:
            yield f"CALLS in tools/check_layers.py: {name}.hpp does not include {other}.hpp"
        elif not re.search(rf"\b(struct )?{called}\b\s*[({{]", code(files[f"{folder}/{other}.hpp"])):
            yield f"CALLS in tools/check_layers.py: {other}.hpp defines no {called}"
        elif not use.search(code(files[f"{folder}/{name}.hpp"])):
            yield f"{folder}/{name}.hpp: includes {other}.hpp but does not use {called}"


def code(text):
    """A source without its comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def problems(files):
    """All that is wrong with the sources, a line for each."""
    edges = edges_of(files)
    return list(upward(edges)) + circles(edges) + list(borrowed(files, edges))


def circles(edges):
    """Lines for includes that lead back to where they began."""
    state, found = {}, []

    def visit(path, trail):
        state[path] = "open"
        for target in edges[path]:
            if state.get(target) == "open":
                found.append(" -> ".join(trail[trail.index(target):] + [target]))
            elif target not in state:
                visit(target, trail + [target])
        state[path] = "done"

    for path in edges:
        if path not in state:
            visit(path, [path])
    return [f"circle: {line}" for line in found]


def layer_graph(edges):
    """{layer: layers that it really includes}, in the order of LAYERS."""
    graph = {name: set() for name in LAYERS}
    for path, targets in edges.items():
        for target in targets:
            if layer(path) in graph and layer(target) not in (None, layer(path)):
                graph[layer(path)].add(layer(target))
    return {name: [other for other in LAYERS if other in graph[name]] for name in LAYERS}


def main():
    arguments = sys.argv[1:]
    form = arguments.pop(0) if arguments and arguments[0].startswith("--") else ""
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    files = sources(root)
    edges = edges_of(files)
    if form == "--table":
        for name, others in layer_graph(edges).items():
            print(f"{name:<10} -> {', '.join(others) or '-'}")
        return
    if form == "--dot":
        print("digraph catena {")
        for name, others in layer_graph(edges).items():
            print("".join(f"  {name} -> {other};\n" for other in others) or f"  {name};\n", end="")
        print("}")
        return
    found = problems(files)
    for line in found:
        print(line, file=sys.stderr)
    print(f"{len(files)} files, {sum(map(len, edges.values()))} includes, {len(found)} against the layers")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
