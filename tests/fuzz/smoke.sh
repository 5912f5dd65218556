#!/bin/sh
# Runs a fuzzer on each file of its corpus, as a test: smoke.sh FUZZER CORPUS
set -eu
exec "$1" -timeout=10 -rss_limit_mb=4096 "$2"/*
