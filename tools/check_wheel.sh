#!/bin/sh
# Tries a wheel in a clean Debian: check_wheel.sh SUITE FILE.whl [FOLDER], where SUITE is bookworm (Debian 12) or trixie (13).
# Needs root and debootstrap. Installs the wheel beside Debian's NumPy, runs the command and the tests of the package, without a
# compiler. FOLDER keeps the clean Debian for the next time; without it a temporary one is made and removed.
set -eu
suite=$1
wheel=$(realpath "$2")
source=$(realpath "$(dirname "$0")/..")
root=${3:-}
say() { printf '\ncheck-wheel: %s\n' "$*"; }

if [ "$(id -u)" -ne 0 ]; then
  echo "check-wheel: run this as root: it makes a root folder of its own and changes into it" >&2
  exit 5
fi
if [ -z "$root" ]; then
  root=$(mktemp -d)
  chmod 755 "$root"  # apt downloads as a user of its own
  trap 'rm -rf "$root"' EXIT
fi
if [ ! -e "$root/etc/debian_version" ]; then
  say "a clean Debian, $suite, in $root"
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -v security | head -n 1)
  debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$root.log" || { tail "$root.log" >&2; exit 5; }
  rm -f "$root.log"
fi
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

say "Python and NumPy of $suite"
inside apt-get update -q >/dev/null
inside apt-get install -q -y -o Dpkg::Use-Pty=0 --no-install-recommends python3 python3-venv python3-numpy python3-pytest \
  python3-hypothesis >/dev/null
inside python3 -c 'import sys, numpy; print("Python", sys.version.split()[0], "NumPy", numpy.__version__)'

say "pip install $(basename "$wheel")"
rm -rf "$root/srv/catena"
mkdir -p "$root/srv/catena/tests"
cp "$wheel" "$root/srv/catena/"
cp -r "$source/tests/python" "$source/tests/golden" "$root/srv/catena/tests/"
mkdir "$root/srv/catena/docs"
cp "$source/README.md" "$root/srv/catena/"
cp -r "$source/docs/python.md" "$source/docs/migrate.md" "$source/docs/tutorial.md" "$source/docs/index.md" "$source/docs/notebooks" "$root/srv/catena/docs/"
inside python3 -m venv --system-site-packages /srv/catena/venv
inside /srv/catena/venv/bin/pip install -q --no-index "/srv/catena/$(basename "$wheel")"

say "the command, and python -m catena"
for command in "/srv/catena/venv/bin/catena" "/srv/catena/venv/bin/python -m catena"; do
  # shellcheck disable=SC2086
  [ "$(echo '{"q": [0.3, 0.9], "qd": [1, 0], "qdd": [0, 0]}' | inside $command eval planar2 --want id)" = \
    '{"id": [15.835141223191377, 2.1690282405218255]}' ]
done
inside /srv/catena/venv/bin/catena simulate puma_free_fall --duration 0.1s >/dev/null

say "the tests"
inside env CATENA_CLI=/srv/catena/venv/bin/catena CATENA_CALIBRATION=off CATENA_SOURCE=/srv/catena CATENA_CACHE=/tmp \
  /srv/catena/venv/bin/python -m pytest -q -p no:cacheprovider /srv/catena/tests/python
say "all is well"
