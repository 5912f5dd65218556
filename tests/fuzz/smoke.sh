#!/bin/sh
# Runs a fuzzer as a test: smoke.sh FUZZER CORPUS OPTION...
# Without randomised addresses, since libFuzzer's choices depend on them; where the system does not allow that, with them.
set -eu
fuzzer=$1 corpus=$2
shift 2
new=$(mktemp -d)  # libFuzzer writes new inputs to its first folder; the corpus of the repository is only read
trap 'rm -rf "$new"' EXIT
fixed=
setarch -R true 2>/dev/null && fixed='setarch -R'
$fixed "$fuzzer" -seed=1 -timeout=10 -rss_limit_mb=4096 -artifact_prefix="$(dirname "$fuzzer")/found-" "$@" "$new" "$corpus"
