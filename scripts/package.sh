#!/usr/bin/env bash
# Packs a build: a .deb for this system, and an archive that needs only the C library.
#   scripts/package.sh BUILD OUT [deb|archive]     after: cmake --build BUILD --target shell_files whet_alone
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1 out=$2 kinds=${3:-deb archive}
version=$(sed -n 's/^project(whet VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
mkdir -p "$out"
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
export DESTDIR=

put_in_place() {  # ROOT COMPONENT...
  local root=$1 component strip
  shift
  for component in "$@"; do cmake --install "$build" --prefix "$root" --component "$component" --strip >/dev/null; done
  strip=$(sed -n 's/^CMAKE_STRIP:FILEPATH=//p' "$build/CMakeCache.txt")  # of the compiler that built it
  find "$root/lib/whet" -type f -exec "$strip" --strip-unneeded {} + 2>/dev/null || true  # there without a toolkit alone
}

# Prints the architecture of a binary in the words of uname.
machine_of() {
  case "$(od -An -tu2 -j18 -N2 "$1" | tr -d ' ')" in
    62) echo x86_64 ;;
    183) echo aarch64 ;;
    *) echo unknown ;;
  esac
}

# Prints the Debian packages that the binaries need, as dpkg-shlibdeps finds them.
depends_of() {
  mkdir -p "$stage/debian"
  printf 'Source: whet\nPackage: whet\nArchitecture: any\n' >"$stage/debian/control"
  (cd "$stage" && dpkg-shlibdeps -O deb/usr/bin/whet deb/usr/lib/whet/*.so.* 2>/dev/null) | sed -n 's/^shlibs:Depends=//p'
}

# Writes the licence as Debian wants it: a file `copyright` that refers to the system's text of the licence.
copyright() {  # FOLDER
  rm "$1/LICENSE"
  cat >"$1/copyright" <<COPYRIGHT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: whet

Files: *
Copyright: The developers of whet
License: Apache-2.0
 The full text is in /usr/share/common-licenses/Apache-2.0.
COPYRIGHT
}

deb() {
  local root=$stage/deb file
  put_in_place "$root/usr" whet shared_files
  copyright "$root/usr/share/doc/whet"
  gzip -9n "$root/usr/share/man/man1/whet.1" "$root/usr/share/doc/whet/CHANGELOG.md"
  mkdir -p "$root/usr/share/zsh/vendor-completions" "$root/DEBIAN"
  mv "$root/usr/share/zsh/site-functions/_whet" "$root/usr/share/zsh/vendor-completions/_whet"
  rmdir "$root/usr/share/zsh/site-functions"
  cat >"$root/DEBIAN/control" <<CONTROL
Package: whet
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: The developers of whet
Section: devel
Priority: optional
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: $(depends_of)
Recommends: g++, python3, libcurl4 | libcurl3-gnutls
Suggests: git, nvidia-cuda-toolkit, python3-numpy
Description: makes CUDA kernels faster, and tests hard that they are still right
 Given a CUDA kernel, what it must compute and at which sizes, whet says what
 limits it, checks it, times it and searches for a faster version, which it
 hands back with the evidence. Without a GPU it runs kernels on a virtual one.
 .
 Compiling kernels needs the CUDA toolkit (NVRTC or nvcc), which is found when
 whet runs.
CONTROL
  (cd "$root" && find usr -type f -exec md5sum {} +) >"$root/DEBIAN/md5sums"
  find "$root" -type d -exec chmod 755 {} +
  file=$out/whet_${version}_$(dpkg --print-architecture).deb
  dpkg-deb --root-owner-group --build "$root" "$file" >/dev/null
  echo "$file"
}

archive() {
  local name root file
  name=whet-$version-linux-$(machine_of "$build/alone/whet")
  root=$stage/$name
  put_in_place "$root" alone shared_files
  file=$out/$name.tar.xz
  XZ_OPT=-4 tar -C "$stage" --owner=0 --group=0 --sort=name -cJf "$file" "$name"
  echo "$file"
}

for kind in $kinds; do "$kind"; done
