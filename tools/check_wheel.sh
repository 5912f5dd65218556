#!/bin/sh
# Tries a wheel in a clean Debian: check_wheel.sh SUITE FILE.whl [FOLDER], where SUITE is bookworm (Debian 12) or trixie (13).
# Needs root and debootstrap. Installs the wheel beside Debian's NumPy, runs the command and the tests of the package, without a
# compiler. FOLDER keeps the clean Debian for the next time; without it a temporary one is made and removed.
set -eu
suite=$1
wheel=$(realpath "$2")
source=$(realpath "$(dirname "$0")/..")
root=${3:-}
check=check-wheel
. "$(dirname "$0")/clean_debian.sh"
clean_debian "$suite"

say "Python and NumPy of $suite"
inside apt-get update -q >/dev/null
install python3 python3-venv python3-numpy python3-pytest python3-hypothesis
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
answers /srv/catena/venv/bin/catena
answers /srv/catena/venv/bin/python -m catena

say "the tests"
inside env CATENA_CLI=/srv/catena/venv/bin/catena CATENA_CALIBRATION=off CATENA_SOURCE=/srv/catena CATENA_CACHE=/tmp \
  /srv/catena/venv/bin/python -m pytest -q -p no:cacheprovider /srv/catena/tests/python
say "all is well"
