#!/bin/sh
# The main job on a built-in arm: demo.sh CATENA
set -eu
catena=$1
state='{"q": [0, 0.7854, 3.1416, 0, 0.7854, 0], "qd": [0.1, -0.2, 0.3, 0.4, -0.5, 0.6], "tau": [0, 30, -5, 0, 0, 0]}'
say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

say "The arm:  catena info puma560"
$catena info puma560
say "Inertia matrix, gravity torques, forward dynamics at one state:  catena eval puma560 --want inertia,gravity,fd"
echo "$state"
echo "$state" | $catena eval puma560 --want inertia,gravity,fd
say "Every method against every other, on random states:  catena verify puma560"
$catena verify puma560
say "What each method of M costs, beside what its paper prints:  catena count puma560 --want inertia"
$catena count puma560 --want inertia
say "A PUMA that falls for 10 s, and its report:  catena simulate puma560 --free-fall 10s --report puma560.html"
$catena simulate puma560 --free-fall 10s --report "$(dirname "$catena")/puma560.html" --force ||
  $catena simulate puma560 --free-fall 10s
