#!/bin/sh
# Installs what groups of packages.txt name and the machine lacks: install_packages.sh [--print] GROUP...
# Quiet when nothing is missing. With --print it only says which packages the groups name.
set -eu
list=$(dirname "$0")/../packages.txt
print=
if [ "${1:-}" = --print ]; then
  print=1
  shift
fi

packages=
for group in "$@"; do
  if ! grep -qx "\[$group\]" "$list"; then
    echo "catena: packages.txt has no group '$group'; it has: $(sed -n 's/^\[\(.*\)\]$/\1/p' "$list" | tr '\n' ' ')" >&2
    exit 2
  fi
  packages="$packages $(sed 's/#.*//' "$list" | awk -v group="[$group]" '/^\[/ { on = $0 == group; next } on { printf "%s ", $0 }')"
done
if [ "$print" ]; then
  # shellcheck disable=SC2086
  printf '%s\n' $packages
  exit 0
fi

# node and npm may come from elsewhere than Debian: their commands count, not their packages.
present() {
  case $1 in
    nodejs) command -v node >/dev/null || command -v nodejs >/dev/null ;;
    npm) command -v npm >/dev/null ;;
    *) false ;;
  esac
}

missing=
for package in $packages; do
  present "$package" ||
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "catena: these Debian packages are missing, and there is no apt-get to install them:$missing" >&2
  exit 5
fi
sudo=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "catena: run this as root, or install by hand: apt-get install$missing" >&2
    exit 5
  fi
  sudo=sudo
fi
echo "catena: installing$missing"
$sudo apt-get update -q
# shellcheck disable=SC2086
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
