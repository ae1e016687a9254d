#!/usr/bin/env bash
# Makes the picture of README: the top of a run's report.html in a browser. Needs chromium and pngquant.
#   scripts/picture.sh REPORT.html [docs/images/report.png]
set -euo pipefail
report=$(realpath "$1") out=${2:-$(dirname "$0")/../docs/images/report.png}
shot=$(mktemp --suffix=.png)
trap 'rm -f "$shot"' EXIT
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1040,975 --screenshot="$shot" "file://$report" 2>/dev/null
pngquant --force --output "$out" 64 "$shot"
ls -l "$out"
