#!/bin/sh
# Runs a fuzzer on its corpus, as a test: smoke.sh FUZZER CORPUS
set -eu
new=$(mktemp -d)  # libFuzzer would write to its first folder; the corpus of the repository is only read
trap 'rm -rf "$new"' EXIT
"$1" -runs=0 -timeout=10 -rss_limit_mb=4096 -artifact_prefix="$(dirname "$1")/found-" "$new" "$2"
