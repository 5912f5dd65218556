# SPDX-License-Identifier: Apache-2.0
"""What became of each mutant, kept in a file of JSON lines. A killed mutant stays killed while the case that killed it is unchanged
and still named; one that lived has to face only the cases that it has not met yet. Both are forgotten when its function changes.
"""
import json


class Outcomes:
    def __init__(self, path, trust=False):
        self.path, self.trust, self.known = path, trust, {}  # trust: killed once is killed
        if path.exists():
            for line in path.read_text().splitlines():
                entry = json.loads(line)
                self.known[entry["mutant"]] = entry

    def missing(self, mutant, digests):
        """The cases (keys of digests) that the mutant has still to face; none if its outcome is known."""
        entry = self.known.get(mutant)
        if not entry:
            return set(digests)
        met = set(entry["digests"])
        if entry["outcome"] == "killed":
            return set() if self.trust or met & set(digests.values()) else set(digests)
        return {case for case, digest in digests.items() if digest not in met}

    def outcome(self, mutant):
        return self.known[mutant]["outcome"]

    def put(self, mutant, killer, digests):
        """`killer`: the case that killed the mutant, or None: it lived through all of them."""
        entry = {"mutant": mutant, "outcome": "killed" if killer else "lived"}
        if killer:
            entry |= {"by": ": ".join(killer), "digests": [digests[killer]] if killer in digests else sorted(digests.values())}
        else:
            entry["digests"] = sorted(digests.values())
        self.known[mutant] = entry
        with self.path.open("a") as out:
            out.write(json.dumps(entry) + "\n")
