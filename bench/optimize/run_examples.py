#!/usr/bin/env python3
"""`whet optimize` with the tuner alone on the examples and on controls that sit at the ceiling, as a table in Markdown.

  run_examples.py WHET DIRECTORY [--device cuda:0] [--small] [--seconds 40] [--limit 560] [NAME...]

Each problem is copied to DIRECTORY/NAME and brought to a size that suits an H200; its other cases stay as they are. --small
takes sizes that a virtual GPU runs quickly. After --limit seconds no further problem is begun: the rest are named.
Exit code 1: one ended otherwise than it must, which for controls is with nothing gained (2).
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Sizes on a GPU (kernels of 20 us or more, arrays below 64 MB), and small ones.
SIZES = {
    "attention": ({"heads": 8, "length": 512}, {"heads": 1, "length": 48, "width": 16}),
    "copy": ({"n": 8 << 20}, {"n": 65536}),
    "gelu": ({"n": 16 << 20}, {"n": 65536}),
    "hgemm": ({"m": 1024, "n": 1024, "k": 1024}, {"m": 64, "n": 64, "k": 64}),
    "histogram": ({"n": 4 << 20}, {"n": 65536}),
    "layernorm": ({"rows": 4096}, {"rows": 64, "cols": 512}),
    "nbody": ({"n": 8192}, {"n": 512}),
    "reduce_sum": ({"n": 8 << 20}, {"n": 65536}),
    "rmsnorm": ({"rows": 8192}, {"rows": 64, "cols": 512}),
    "scan": ({"n": 4 << 20}, {"n": 65536}),
    "sgemm": ({"n": 1024}, {"n": 96}),
    "sgemm_naive": ({"m": 1024, "n": 1024, "k": 1024}, {"m": 64, "n": 64, "k": 64}),
    "sgemm_tiled": ({"m": 1024, "n": 1024, "k": 1024}, {"m": 64, "n": 64, "k": 64}),
    "softmax": ({"rows": 8192}, {"rows": 256, "cols": 64}),
    "stencil": ({"nx": 256, "ny": 256, "nz": 128}, {"nx": 64, "ny": 32, "nz": 16}),
    "transpose": ({"rows": 2048, "cols": 2048}, {"rows": 128, "cols": 128}),
    "vector_add": ({"n": 8 << 20}, {"n": 65536}),
    "copy_wide": ({}, {"n": 65536}),
    "multiply_add": ({}, {"n": 4096}),
}
CONTROLS = ("copy_wide", "multiply_add")


def known_problems():
    """Every example, also one that has no size here yet, then the controls."""
    examples = sorted(path.parent.name for path in (ROOT / "examples").glob("*/problem.toml"))
    return examples + list(CONTROLS)


def resize(problem, sizes):
    """Other numbers in [dims]; those of the cases are left."""
    lines, section = [], ""
    for line in problem.read_text().splitlines(keepends=True):
        if line.startswith("["):
            section = line.split("]")[0] + "]"
        name = line.split("=")[0].strip()
        if section == "[dims]" and name in sizes:
            line = f"{name} = {sizes[name]}\n"
        lines.append(line)
    problem.write_text("".join(lines))


def first_dims(problem):
    dims = re.search(r"^\[dims\].*?\n(.*?)(?=^\[|\Z)", problem.read_text(), re.M | re.S).group(1)
    numbers = re.findall(r"^\w+ = ([\d_]+)", dims, re.M)
    return " x ".join(f"{int(number.replace('_', ''))}" for number in numbers)


def summary_of(project):
    files = sorted(project.glob("runs/*/*/summary.json"), key=lambda file: file.stat().st_mtime)
    return json.loads(files[-1].read_text()) if files else {}


def row(name, sizes, summary, code, elapsed, wanted):
    result = summary.get("result", {})
    us = lambda key: f"{result[key] * 1e6:.2f}" if result.get(key) else ""
    gained = result.get("outcome") == "faster"
    speedup = result.get("speedup") or {}
    shares = [result.get("share_before"), result.get("share_after")]
    mark = "" if wanted else " (!)"
    return [name, sizes, us("baseline_seconds"), us("champion_seconds"),
            f"{speedup['value']:.3f}x" if gained else result.get("outcome", "no result"),
            f"{speedup['low']:.3f} to {speedup['high']:.3f}" if gained else "",
            "" if None in shares else f"{100 * shares[0]:.0f} to {100 * shares[1]:.0f} %", result.get("floor_name") or "",
            str(result.get("candidates", "")), f"{elapsed:.1f}", f"{code}{mark}", (result.get("reason") or "").split(":")[0]]


def optimize(options, name):
    source = ROOT / "examples" / name
    if name in CONTROLS:
        source = ROOT / "bench/optimize/controls" / name
    project = options.directory / name
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(source, project)
    sizes = SIZES.get(name, ({}, {}))[1 if options.small else 0]
    resize(project / "problem.toml", sizes)
    began = time.monotonic()
    command = [options.whet, "optimize", str(project), "--device", options.device, "--seconds", str(options.seconds),
               "--candidates", str(options.candidates), "--seed", "1"]
    run = subprocess.run(command, capture_output=True, text=True)
    elapsed = time.monotonic() - began
    (project / "output.txt").write_text(run.stdout + run.stderr)
    wanted = run.returncode == 2 if name in CONTROLS else run.returncode in (0, 2)
    print("| " + " | ".join(row(name, first_dims(project / "problem.toml"), summary_of(project), run.returncode, elapsed,
                                wanted)) + " |", flush=True)
    return wanted, run.stdout + run.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("whet")
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--seconds", type=int, default=40)
    parser.add_argument("--candidates", type=int, default=200)
    parser.add_argument("--limit", type=float, default=560)
    options = parser.parse_intermixed_args()
    began = time.monotonic()
    failed, left = [], []
    print("| problem | sizes | before us | after us | speed-up | interval | share of the ceiling | ceiling | candidates "
          "| whole run s | exit | ended by |")
    print("| --- | --- | --: | --: | --: | --- | --- | --- | --: | --: | --: | --- |", flush=True)
    for name in options.names or known_problems():
        if time.monotonic() - began > options.limit:
            left.append(name)
            continue
        wanted, said = optimize(options, name)
        if not wanted:
            failed.append(f"{name} ended otherwise than it must:\n{said[-2000:]}")
    if left:
        print("\nnot begun in time: " + " ".join(left))
    print("\n" + "\n".join(failed) if failed else "")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
