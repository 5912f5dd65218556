#!/bin/sh
# Runs every fuzzer of a build for a time: fuzz.sh BUILD SECONDS
set -eu
build=$(cd "$1" && pwd) seconds=$2  # absolute: some fuzzers change their working folder
sources=$(cd "$(dirname "$0")/../tests/fuzz" && pwd)
status=0
for fuzzer in "$build"/tests/fuzz/*_fuzz; do
  stem=$(basename "$fuzzer" _fuzz)
  found=$build/tests/fuzz/found/$stem
  mkdir -p "$found"
  set --
  [ -f "$sources/$stem.dict" ] && set -- -dict="$sources/$stem.dict"
  echo "fuzzing $stem for $seconds s"
  "$fuzzer" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 \
    "$@" -artifact_prefix="$found/" "$found" "$sources/corpus/$stem" >"$found.log" 2>&1 || { status=1; tail -n 40 "$found.log"; }
  grep -E 'stat::number_of_executed_units|^SUMMARY' "$found.log" || true
done
exit $status
