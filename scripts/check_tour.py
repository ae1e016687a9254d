#!/usr/bin/env python3
"""Runs the commands of docs/tour.md whose output is the same each time, and shows where the document differs from it.

  scripts/check_tour.py [WHET]      (default build/whet; in a clone without changes; needs NVRTC, no GPU)
"""
import difflib
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
whet = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / "build/whet").resolve())
differing = 0
for block in re.finditer(r"```\n\$ whet ((?:run|check|bench) examples[^\n]*)\n(.*?)```", (root / "docs/tour.md").read_text(), re.S):
    command, shown = block.group(1), block.group(2).rstrip().split("\n")
    done = subprocess.run([whet, *command.split()], cwd=root, capture_output=True, text=True)
    difference = list(difflib.unified_diff(shown, done.stdout.rstrip().split("\n"), "docs/tour.md", "now", lineterm=""))
    print(f"whet {command}: {'differs' if difference else 'the same'}", *difference, sep="\n" if difference else "")
    differing += bool(difference)
sys.exit(1 if differing else 0)
