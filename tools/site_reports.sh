#!/bin/sh
# Writes reports that pages of the site show, if the command has been built: site_reports.sh CATENA FOLDER.
set -eu
[ $# -eq 2 ] || { echo "usage: site_reports.sh CATENA FOLDER" >&2; exit 2; }
rm -rf "$2"
if [ ! -x "$1" ]; then
  echo "catena: $1 has not been built ('make build'): the site has no live reports"
  exit 0
fi
mkdir -p "$2"
"$1" simulate ur5e_pick_and_place --report "$2/motion.html" >/dev/null
"$1" compare ur5e panda z1 --report "$2/arms.html" >/dev/null
