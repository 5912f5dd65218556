#!/bin/sh
# Tries a package in a clean Debian 12: check_deb.sh catena_VERSION_ARCH.deb [FOLDER]
# Needs root and debootstrap. Installs the package with apt, runs the command, compiles the README's program and compares
# what it prints. FOLDER keeps the clean Debian for the next time; without it a temporary one is made and removed.
set -eu
package=$(realpath "$1")
readme=$(realpath "$(dirname "$0")/../README.md")
root=${2:-}
check=check-deb
. "$(dirname "$0")/clean_debian.sh"
clean_debian bookworm

say "apt-get install $(basename "$package")"
inside apt-get update -q >/dev/null
cp "$package" "$root/srv/catena.deb"
before=$(inside dpkg-query -W | wc -l)
install /srv/catena.deb
echo "$(($(inside dpkg-query -W | wc -l) - before)) packages"
inside dpkg-query -W -f '${Package} ${Version}\nDepends: ${Depends}\n' catena

say "the command"
inside catena info puma560 | head -n 3
answers catena
inside sh -c 'ldd /usr/bin/catena $(find /usr/lib -name "libcatena_*.so")' >"$root/srv/ldd"
if grep 'not found' "$root/srv/ldd"; then
  exit 1
fi

say "the program of the README"
install g++ pkg-config
awk '/^```/ { if (on) exit; on = /^```cpp/; next } on' "$readme" >"$root/srv/main.cpp"
awk '/^```/ { if (on) exit; on = /^```text/; next } on' "$readme" >"$root/srv/expected"
inside sh -c 'cd /srv && g++ -O1 main.cpp $(pkg-config --cflags --libs catena) -o main && ./main >printed && diff expected printed'
inside apt-get purge -q -y -o Dpkg::Use-Pty=0 catena >/dev/null
say "all is well"
