#!/usr/bin/env bash
# Tries the packages of `make package` in a clean root: Debian's minimal system, with only the CUDA toolkit of this
# machine, read-only, if there is one. Prints each attempt; ends with 1 if one failed.
#   scripts/try_package.sh [PACKAGES]
# Needs root and debootstrap; the root is kept in WHET_CLEAN_ROOT (build/clean_root).
set -euo pipefail
cd "$(dirname "$0")/.."
packages=$(realpath "${1:-build/package}")
clean=${WHET_CLEAN_ROOT:-build/clean_root}
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
[ "$(id -u)" = 0 ] || { echo "try_package: a clean root can be entered by root alone" >&2; exit 4; }
command -v debootstrap >/dev/null || { echo "try_package: needs debootstrap (apt-get install debootstrap)" >&2; exit 4; }
if [ ! -e "$clean/etc/debian_version" ]; then
  mkdir -p "$clean"
  debootstrap --variant=minbase "$suite" "$clean" >"$clean.log" || { tail -n 20 "$clean.log"; exit 4; }
fi

# Each package gets its own copy, so that neither finds files of the other. Mounts are in a namespace of this script.
if [ -z "${WHET_TRY_INSIDE:-}" ]; then exec unshare --mount env WHET_TRY_INSIDE=1 "$0" "$@"; fi
work=$(mktemp -d)
trap 'umount -R "$work"/*/proc "$work"/*/usr/local/cuda 2>/dev/null || true; rm -rf "$work"' EXIT
failures=0
root=

inside() { chroot "$root" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin:/opt/whet/bin HOME=/root TERM=dumb "$@"; }

try() {  # WHAT COMMAND...: the command must succeed, in the root
  local what=$1
  shift
  if inside "$@" >"$work/log" 2>&1; then echo "  ok       $what"; else
    echo "  FAILED   $what"
    sed 's/^/           /' "$work/log" | tail -n 20
    failures=$((failures + 1))
  fi
}

new_root() {  # NAME
  root=$work/$1
  cp -a "$clean" "$root"
  mount -t proc proc "$root/proc"
  if [ -d /usr/local/cuda/lib64 ]; then
    mkdir -p "$root/usr/local/cuda"
    mount --bind -o ro "$(realpath /usr/local/cuda)" "$root/usr/local/cuda"
  fi
  mkdir -p "$root/try"
  cp tests/fuzz/corpus/fuzz_elf/sm_90a.cubin "$root/try/kernel.cubin"
  cat >"$root/try/mine.cu" <<'CUDA'
__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
CUDA
}

# Builds a whole program here, which is run there with the libraries of `whet exec`.
build_program() {
  local nvcc=/usr/local/cuda/bin/nvcc
  [ -x $nvcc ] || { echo "  skipped  whet exec: there is no nvcc to build a program with"; return 1; }
  cat >"$work/program.cu" <<'CUDA'
#include <cstdio>
__global__ void k(int* p) { *p = 42; }
int main() {
  int *p, got = 0;
  cudaMalloc(&p, 4);
  k<<<1, 1>>>(p);
  cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost);
  std::printf("%d\n", got);
  return got != 42;
}
CUDA
  # The program is linked with the real runtime, which is not copied into the root: whet's must replace it.
  $nvcc -arch=sm_90 -cudart shared -Xcompiler -static-libstdc++,-static-libgcc "$work/program.cu" -o "$root/try/program"
}

use() {  # what anybody would do first
  try "whet --version" whet --version
  try "whet specs h200" whet specs h200
  try "whet doctor" whet doctor
  try "whet inspect of a cubin" whet inspect /try/kernel.cubin --arch h200
  if [ -d "$root/usr/local/cuda/lib64" ]; then
    try "whet check of a bare kernel, and problem.toml saved" \
      sh -c 'cd /try && rm -f problem.toml && whet check mine.cu --ref mine.cu --dims n=4096 --save && test -s problem.toml'
    try "whet optimize, and its report" \
      sh -c 'cd /try && { whet optimize . --candidates 4 || [ $? = 2 ]; } && test -s runs/*/*/report.html'
    if build_program; then try "whet exec of a whole program" sh -c 'cd /try && [ "$(whet exec -- ./program)" = 42 ]'; fi
  else
    echo "  skipped  kernels: there is no CUDA toolkit at /usr/local/cuda"
  fi
}

completions() {  # PREFIX ZSH_FOLDER
  try "bash completion" bash -c ". $1/share/bash-completion/completions/whet && complete -p whet"
  try "files of zsh and fish" sh -c "head -n 1 $1/share/zsh/$2/_whet | grep -q '#compdef whet' && test -s $1/share/fish/vendor_completions.d/whet.fish"
}

for deb in "$packages"/*_"$(dpkg --print-architecture)".deb; do
  echo "$(basename "$deb"): installed in a minimal Debian $suite ($(dpkg-deb -f "$deb" Depends))"
  new_root deb
  cp "$deb" "$root/try/whet.deb"
  inside sh -c 'cd / && find . -xdev -path ./proc -prune -o -path ./try -prune -o -type f -print | sort' >"$work/before"
  try "dpkg --install" dpkg --install /try/whet.deb
  try "every dependency is met" sh -c '[ "$(dpkg-query -W -f "\${db:Status-Status}" whet)" = installed ]'
  use
  completions /usr vendor-completions
  try "the manual page" sh -c 'test -s /usr/share/man/man1/whet.1.gz || grep -q "path-exclude.*man" /etc/dpkg/dpkg.cfg.d/*'
  try "dpkg --purge" dpkg --purge whet
  try "nothing of it is left" sh -c '! find /usr /etc /var/lib -xdev -name "*whet*" -not -path "/usr/local/cuda/*" | grep .'
done

for archive in "$packages"/*-"$(uname -m)".tar.xz; do
  echo "$(basename "$archive"): unpacked to /opt/whet in a minimal Debian $suite"
  new_root archive
  mkdir -p "$root/opt/whet"
  tar -C "$root/opt/whet" --strip-components=1 -xf "$archive"
  libraries=$(echo "$root"/usr/lib/*-linux-gnu)
  mkdir "$work/aside" && mv "$libraries"/libstdc++.so* "$work/aside"
  try "whet inspect of a cubin, without libstdc++" whet inspect /try/kernel.cubin --arch h200
  mv "$work"/aside/* "$libraries" && rmdir "$work/aside"  # NVIDIA's compilers need it
  use
  completions /opt/whet site-functions
  try "the manual page" test -s /opt/whet/share/man/man1/whet.1
done
for archive in "$packages"/*.tar.xz; do
  case "$archive" in *-"$(uname -m)".tar.xz) ;; *) echo "$(basename "$archive"): not tried, it is for another machine" ;; esac
done
[ $failures = 0 ] && echo "all as it should be" || echo "$failures failed"
[ $failures = 0 ]
