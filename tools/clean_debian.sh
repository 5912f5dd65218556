# What check_deb.sh and check_wheel.sh have in common; they source it after setting `check`, their name, and `root`, a folder that
# keeps the clean Debian for the next time, or nothing: then a temporary one is made and removed. Needs root and debootstrap.
say() { printf '\n%s: %s\n' "$check" "$*"; }

# clean_debian SUITE: a Debian with nothing but its essential packages, in $root.
clean_debian() {
  if [ "$(id -u)" -ne 0 ]; then
    echo "$check: run this as root: it makes a root folder of its own and changes into it" >&2
    exit 5
  fi
  if [ -z "$root" ]; then
    root=$(mktemp -d)
    chmod 755 "$root"  # apt downloads as a user of its own
    trap 'rm -rf "$root"' EXIT
  fi
  if [ ! -e "$root/etc/debian_version" ]; then
    say "a clean Debian, $1, in $root"
    mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -v security | head -n 1)
    debootstrap --variant=minbase "$1" "$root" "$mirror" >"$root.log" || { tail "$root.log" >&2; exit 5; }
    rm -f "$root.log"
  fi
}

# A command in that Debian.
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
install() { inside apt-get install -q -y -o Dpkg::Use-Pty=0 --no-install-recommends "$@" >/dev/null; }

# answers COMMAND...: whether it computes, and simulates without an error.
answers() {
  [ "$(echo '{"q": [0.3, 0.9], "qd": [1, 0], "qdd": [0, 0]}' | inside "$@" eval planar2 --want id)" = \
    '{"id": [15.835141223191377, 2.1690282405218255]}' ]
  inside "$@" simulate puma_free_fall --duration 0.1s >/dev/null
}
