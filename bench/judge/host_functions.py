#!/usr/bin/env python3
"""Candidates that are host functions on a device: right, wrong, crashing and hanging ones, checked and timed.

  host_functions.py WHET DIRECTORY [--device cuda:0] [--small] [--only check|bench]

Prints what each must come to and what it came to. Exit code 1: one came to something else. The one that hangs takes as long as
`whet check` lets a call take, a minute.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FUNCTIONS = ROOT / "bench/judge/host_functions"
SMALL = {"softmax": "rows=64,cols=64", "transpose": "rows=256,cols=512", "histogram": "n=5000"}
# Problem, host function, exit code and a word of what is said.
CHECKS = [
    ("softmax", "softmax", 0, "correct"),
    ("transpose", "transpose_tiled", 0, "correct"),
    ("transpose", "transpose_own_stream", 0, "correct"),
    ("histogram", "histogram", 0, "correct"),
    ("softmax", "softmax_wrong", 1, "wrong"),
    ("transpose", "transpose_wrong", 1, "wrong"),
    ("histogram", "histogram_wrong", 1, "wrong"),
    ("softmax", "softmax_crash", 1, "crashed"),
    ("softmax", "softmax_hang", 1, "no answer"),
]
# Problem, first, second, exit code, how the second compares. No second: the first is compared with the problem's own kernel,
# and where it allocates while it is timed either may be faster.
BENCHES = [
    ("softmax", "softmax", None, 0, "faster"),
    ("histogram", "histogram", None, None, ""),
    ("transpose", "transpose_plain", "transpose_tiled", 0, "faster"),
    ("transpose", "transpose_tiled", "transpose_plain", 1, "slower"),
    ("transpose", "transpose_wrong", "transpose_tiled", 1, "wrong"),
]
# Of a comparison on a GPU: kernels that take longer than their launch.
LARGE = {"softmax": "rows=2048,cols=512", "transpose": "rows=2048,cols=1536", "histogram": "n=4M"}


def run(command):
    began = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    return done, time.monotonic() - began


def verdict(output):
    try:
        values = json.loads(output)
    except ValueError:
        return output.strip().splitlines()[0] if output.strip() else "nothing said"
    compared = values.get("comparison") or {}
    wrong = [kernel["result"] for kernel in values.get("kernels", []) if kernel["outcome"] != "correct"]
    ratio = f"{compared['speedup']['median']:.3f}x" if compared.get("speedup") else ""
    reason = values.get("reason") or compared.get("reason") or "; ".join(wrong)
    return " ".join(filter(None, [values.get("outcome"), ratio, f"({reason})" if reason else ""]))


class Table:
    def __init__(self, options):
        self.options = options
        self.failed = []
        print("| what | expected | got | seconds | said |\n| --- | --- | --- | --: | --- |", flush=True)

    def sizes(self, problem, large=None):
        dims = SMALL[problem] if self.options.small else large
        return ["--case", "0", "--dims", dims] if dims else []

    def row(self, what, expected, word, command):
        done, seconds = run(command)
        said = verdict(done.stdout)
        fits = (expected is None or done.returncode == expected) and done.returncode in (0, 1) and word in said
        expectation = f"exit {'0 or 1' if expected is None else expected}" + (f", {word}" if word else "")
        print(f"| {what} | {expectation} | exit {done.returncode}{'' if fits else ' (!)'} | {seconds:.1f} | {said[:110]} |",
              flush=True)
        if not fits:
            self.failed.append(f"{what}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")

    def check(self, problem, function, expected, word):
        self.row(f"check {problem} with {function}", expected, word,
                 [self.options.whet, "check", str(ROOT / "examples" / problem), "--candidate", str(FUNCTIONS / f"{function}.cu"),
                  "--device", self.options.device, "--json"] + self.sizes(problem))

    def bench(self, problem, first, second, expected, word):
        # Two functions are compared beside a problem of their own.
        project = self.options.directory / problem
        shutil.rmtree(project, ignore_errors=True)
        shutil.copytree(ROOT / "examples" / problem, project)
        for function in FUNCTIONS.glob(f"{problem}*.cu"):
            shutil.copy(function, project / f"host_{function.name}")
        host = lambda name: str(project / f"host_{name}.cu")
        sides = [host(first), host(second)] if second else [str(project), "--candidate", host(first)]
        self.row(f"bench {first} against {second}" if second else f"bench {problem} with {first}", expected, word,
                 [self.options.whet, "bench"] + sides + ["--device", self.options.device, "--json"] +
                 self.sizes(problem, LARGE[problem]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("whet")
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--only", default="", help="check or bench alone")
    options = parser.parse_args()
    table = Table(options)
    for check in CHECKS if options.only != "bench" else ():
        table.check(*check)
    for comparison in BENCHES if options.only != "check" else ():
        table.bench(*comparison)
    print("\n" + "\n".join(f"not as expected: {each}" for each in table.failed) if table.failed else "")
    return 1 if table.failed else 0


if __name__ == "__main__":
    sys.exit(main())
