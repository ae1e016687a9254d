#!/usr/bin/env bash
# The official MCP client against `whet mcp`, on the virtual GPU. Its packages are installed once, into WORK.
#   tests/serve/client/run.sh WHET WORK
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
whet=$1 work=$2
skip() { echo "skipped: $1"; exit 77; } # what CTest counts as skipped
command -v node >/dev/null || skip "there is no node"
command -v npm >/dev/null || skip "there is no npm"

mkdir -p "$work"
if ! cmp -s "$here/package-lock.json" "$work/installed-lock.json"; then
  cp "$here/package.json" "$here/package-lock.json" "$work/"
  (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) || {
    cat "$work/npm.log"
    skip "npm could not install the client: is the registry reachable?"
  }
  cp "$here/package-lock.json" "$work/installed-lock.json"
fi
cp "$here"/*.mjs "$work/"
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
cp -r "$here/project/." "$project/"
cd "$work"
node client.mjs "$whet" "$project"
