#!/bin/sh
# Tries a package in a clean Debian 12: check_deb.sh catena_VERSION_ARCH.deb [FOLDER]
# Needs root and debootstrap. Installs the package with apt, runs the command, compiles the README's program and compares
# what it prints. FOLDER keeps the clean Debian for the next time; without it a temporary one is made and removed.
set -eu
package=$(realpath "$1")
readme=$(realpath "$(dirname "$0")/../README.md")
root=${2:-}
say() { printf '\ncheck-deb: %s\n' "$*"; }

if [ "$(id -u)" -ne 0 ]; then
  echo "check-deb: run this as root: it makes a root folder of its own and changes into it" >&2
  exit 5
fi
if [ -z "$root" ]; then
  root=$(mktemp -d)
  chmod 755 "$root"  # apt downloads as a user of its own
  trap 'rm -rf "$root"' EXIT
fi
if [ ! -e "$root/etc/debian_version" ]; then
  say "a clean Debian 12 in $root"
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -v security | head -n 1)
  debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" || { tail "$root.log" >&2; exit 5; }
  rm -f "$root.log"
fi
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }

say "apt-get install $(basename "$package")"
inside apt-get update -q >/dev/null
cp "$package" "$root/srv/catena.deb"
before=$(inside dpkg-query -W | wc -l)
inside apt-get install -q -y -o Dpkg::Use-Pty=0 --no-install-recommends /srv/catena.deb >/dev/null
echo "$(($(inside dpkg-query -W | wc -l) - before)) packages"
inside dpkg-query -W -f '${Package} ${Version}\nDepends: ${Depends}\n' catena

say "the command"
inside catena info puma560 | head -n 3
[ "$(echo '{"q": [0.3, 0.9], "qd": [1, 0], "qdd": [0, 0]}' | inside catena eval planar2 --want id)" = \
  '{"id": [15.835141223191377, 2.1690282405218255]}' ]
inside catena simulate puma_free_fall --duration 0.1s >/dev/null
inside sh -c 'ldd /usr/bin/catena $(find /usr/lib -name "libcatena_*.so")' >"$root/srv/ldd"
if grep 'not found' "$root/srv/ldd"; then
  exit 1
fi

say "the program of the README"
inside apt-get install -q -y -o Dpkg::Use-Pty=0 --no-install-recommends g++ pkg-config >/dev/null
awk '/^```/ { if (on) exit; on = /^```cpp/; next } on' "$readme" >"$root/srv/main.cpp"
awk '/^```/ { if (on) exit; on = /^```text/; next } on' "$readme" >"$root/srv/expected"
inside sh -c 'cd /srv && g++ -O1 main.cpp $(pkg-config --cflags --libs catena) -o main && ./main >printed && diff expected printed'
inside apt-get purge -q -y -o Dpkg::Use-Pty=0 catena >/dev/null
say "all is well"
