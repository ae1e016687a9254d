#!/usr/bin/env bash
# Fails when a source file is not formatted as clang-format does it; `make format` formats all files.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files 'src/*.h' 'src/*.cpp' 'tests/*.h' 'tests/*.cpp' 'bench/*.cpp' | xargs clang-format-19 --dry-run --Werror
