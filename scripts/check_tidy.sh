#!/usr/bin/env bash
# Runs the short list of clang-tidy checks over what changed since the first commit in scripts/tidy_baseline that this
# clone has; at each of them all of src/ was clean. A header is checked through its own .cpp file, or through the first
# file that includes it.
#   scripts/check_tidy.sh           what changed, the working tree included
#   scripts/check_tidy.sh --all     everything; when that is clean, put the commit on top of scripts/tidy_baseline
set -euo pipefail
cd "$(dirname "$0")/.."
baseline=
while read -r commit; do
  if git cat-file -e "$commit^{commit}" 2>/dev/null; then baseline=$commit; break; fi
done <scripts/tidy_baseline

# The text without comments, which cannot make a finding.
code() { g++ -fpreprocessed -dD -E -P -x c++ - 2>/dev/null; }

changed_files() {
  local file
  git diff --name-only --diff-filter=d "$baseline" -- src | while read -r file; do
    cmp -s <(git show "$baseline:$file" 2>/dev/null | code) <(code <"$file") || echo "$file"
  done
  git ls-files --others --exclude-standard -- src
}

# Prints the .cpp files to check for the files on standard input.
translation_units() {
  local file
  while read -r file; do
    case "$file" in
      *.cpp) echo "$file" ;;
      *.h)
        if [ -f "${file%.h}.cpp" ]; then echo "${file%.h}.cpp"; else
          git grep -lF "#include \"${file#src/}\"" -- 'src/*.cpp' | head -n 1 || true
        fi ;;
    esac
  done | sort -u
}

if [ "${1:-}" = --all ] || [ -z "$baseline" ]; then
  files=$(git ls-files 'src/*.cpp')
else
  files=$(changed_files | translation_units)
fi
[ -n "$files" ] || { echo "nothing changed since $baseline"; exit 0; }
echo "$(wc -l <<<"$files") files"
cmake --preset tidy >/dev/null
xargs -P "$(nproc)" -n 4 clang-tidy-19 -p build/tidy --quiet --extra-arg=-Wno-unknown-warning-option \
  --extra-arg=-Wno-unused-command-line-argument --extra-arg=-Wno-deprecated-declarations <<<"$files" 2>/dev/null
