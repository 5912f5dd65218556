#!/bin/sh
# Installs what packages.txt names and the machine lacks. Quiet when nothing is missing.
set -eu
list=$(sed 's/#.*//' "$(dirname "$0")/../packages.txt" | tr '\n' ' ')

# node and npm may come from elsewhere than Debian: their commands count, not their packages.
present() {
  case $1 in
    nodejs) command -v node >/dev/null || command -v nodejs >/dev/null ;;
    npm) command -v npm >/dev/null ;;
    *) false ;;
  esac
}

missing=
for package in $list; do
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
