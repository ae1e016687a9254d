#!/usr/bin/env bash
# Runs the short list of clang-tidy checks over src/ with the compile commands of BUILD_DIR.
#   scripts/check_tidy.sh build/dev
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files 'src/*.cpp' | xargs -P "$(nproc)" -n 4 clang-tidy-19 -p "$1" --quiet --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-deprecated-declarations 2>/dev/null
