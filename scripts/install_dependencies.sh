#!/usr/bin/env bash
# Installs the Debian packages that are missing for: build, test or portable.
#   scripts/install_dependencies.sh build test
set -euo pipefail

build=(g++ ccache cmake ninja-build pkg-config libcli11-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev libzstd-dev liblz4-dev libssl-dev libsqlite3-dev libseccomp-dev libcurl4-openssl-dev)
test=(libgtest-dev libgmock-dev libbenchmark-dev clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev lld-19 git python3-numpy openssl)
portable=(g++-x86-64-linux-gnu libzstd-dev:amd64 liblz4-dev:amd64 libssl-dev:amd64 libsqlite3-dev:amd64 libseccomp-dev:amd64 libcurl4-openssl-dev:amd64)

wanted=()
for group in "$@"; do
  case "$group" in
    build) wanted+=("${build[@]}") ;;
    test) wanted+=("${test[@]}") ;;
    portable)
      if [ "$(uname -m)" = x86_64 ]; then wanted+=("${portable[@]:1}"); else wanted+=("${portable[@]}"); fi ;;
    *) echo "install_dependencies: unknown group '$group' (build, test, portable)" >&2; exit 3 ;;
  esac
done

if ! command -v dpkg-query >/dev/null; then
  echo "This is not a Debian or Ubuntu system: install the equivalents of these packages yourself: ${wanted[*]}" >&2
  exit 0
fi

# Whether a package is installed for the architecture in its name, or for this machine's if the name has none.
installed() {
  local architecture=${1##*:}
  [ "$architecture" != "$1" ] || architecture=$(dpkg --print-architecture)
  dpkg-query -W -f '${Architecture} ${db:Status-Status}\n' "$1" 2>/dev/null | grep -qxE "($architecture|all) installed"
}
# Node and npm may come from elsewhere than Debian, which then has no package of that name.
if [[ " $* " == *" test "* ]]; then
  command -v node >/dev/null || wanted+=(nodejs)
  command -v npm >/dev/null || wanted+=(npm)
fi
absent=()
for package in "${wanted[@]}"; do installed "$package" || absent+=("$package"); done
[ ${#absent[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "These packages are missing and this user may not install them. Ask an administrator to run:" >&2
    echo "  sudo apt-get install ${absent[*]}" >&2
    exit 4
  fi
  as_root=(sudo)
fi
case " ${absent[*]} " in
  *:amd64\ *) "${as_root[@]}" dpkg --add-architecture amd64 ;;
esac
echo "installing: ${absent[*]}"
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${absent[@]}" >/dev/null
