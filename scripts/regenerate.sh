#!/usr/bin/env bash
# Rewrites the golden files of all reports (tests/report/golden), of written kernels (tests/write/golden), and the diagnoses
# of recorded launches (tests/diagnose/golden; scripts/record_diagnoses.py records them). Read the difference before you
# commit it.
#   scripts/regenerate.sh [BUILD]      (default build/release)
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
[ -f "$build/build.ninja" ] || cmake --preset "$(basename "$build")" -DWHET_TESTS=ON >/dev/null
cmake --build "$build" --target report_test write_test edit_test diagnose_test >/dev/null
rm -rf tests/report/golden tests/write/golden tests/edit/golden
mkdir tests/report/golden tests/write/golden tests/edit/golden
WHET_REGENERATE=1 "$build/report_test" --gtest_filter='Golden*-GoldenFiles.*' --gtest_brief=1
WHET_REGENERATE=1 "$build/write_test" --gtest_filter='*WrittenText.IsTheSame*' --gtest_brief=1
WHET_REGENERATE=1 "$build/edit_test" --gtest_filter='*HaveTheSameText*' --gtest_brief=1
find tests/diagnose/golden -name '*.txt' -delete
WHET_REGENERATE=1 "$build/diagnose_test" --gtest_filter='GoldenDiagnosis.Of*' --gtest_brief=1
git status --short -- tests/report/golden tests/write/golden tests/edit/golden tests/diagnose/golden
