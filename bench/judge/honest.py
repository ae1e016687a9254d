#!/usr/bin/env python3
"""Honest kernels of unusual make: whet must call every one of them correct.

    bench/judge/honest.py [--whet build/dev/whet] [--device virtual:h200] [--rounds 1] [NAME ...]

honest/PROBLEM.NAME.cu is a kernel for honest/problems/PROBLEM or tests/adversarial/problems/PROBLEM. Every round has
data of its own. Prints a table; the exit code is 1 where one was refused.
"""
import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def problem_of(kernel):
    name = kernel.name.split(".")[0]
    own = HERE / "honest" / "problems" / name
    return own if own.exists() else ROOT / "tests" / "adversarial" / "problems" / name


def what_of(kernel):
    lines = kernel.read_text().splitlines()
    start = lines.index("*/") + 1 if lines[0].startswith("/* whet") else 0
    return lines[start].removeprefix("// ")


def check(kernel, options, seed):
    command = [options.whet, "check", str(problem_of(kernel)), "--candidate", str(kernel), "--device", options.device,
               "--seed", str(seed), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return "error", done.stderr.strip().splitlines()[0] if done.stderr.strip() else str(done.returncode), 0, 0
    told = sum(note.startswith(("told", "not asked")) for note in report["notes"])
    return report["outcome"], report["reason"], len(report["trials"]), told


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--whet", default=str(ROOT / "build" / "release" / "whet"))
    parser.add_argument("--device", default="virtual:h200")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    kernels = sorted((HERE / "honest").glob("*.cu"))
    kernels = [k for k in kernels if not options.names or any(n in k.name for n in options.names)]
    refused = 0
    print("| problem | kernel | rounds accepted | trials | left out or told |\n| --- | --- | --: | --: | --: |")
    for kernel in kernels:
        seen = [check(kernel, options, 1000 + round_) for round_ in range(options.rounds)]
        accepted = sum(outcome == "correct" for outcome, *_ in seen)
        refused += accepted < options.rounds
        print(f"| {kernel.name.split('.')[0]} | {what_of(kernel)} | {accepted} of {options.rounds} | {seen[-1][2]} "
              f"| {seen[-1][3]} |", flush=True)
        for outcome, reason, *_ in seen:
            if outcome != "correct":
                print(f"    {kernel.name}: {outcome}: {reason}", flush=True)
    print(f"\n{len(kernels) - refused} of {len(kernels)} honest kernels accepted in every round")
    return 1 if refused else 0


sys.exit(main())
