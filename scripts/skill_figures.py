#!/usr/bin/env python3
"""Runs the worked examples of knowledge/skills on the virtual GPU and compares the figures that the skills state.

  scripts/skill_figures.py [WHET] [--write] [NAME...] [--folder DIR]     (default build/whet; needs NVRTC, no GPU)

An example has a block `toml problem`, a block `cuda before` and a block `cuda after`; a block `toml after` replaces the
problem of the second kernel, and a block `cpp reference` is what both must compute (without one, the first kernel is).
The table below them names figures of `FIGURES`. Times may differ by 2 %, counts not at all. --write fills the table in.
Another compiler makes other code: unless it is the one that the README names, nothing is compared and the exit is 77.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent


def access(run, name):
    found = [a for a in run["launches"][0]["counts"]["accesses"] if a["name"] == name]
    return found[0] if found else None


def a_request(name, key):
    def figure(run):
        found = access(run, name)
        return f"{found[key] / found['requests']:.2f}" if found else "none"
    return figure


def seconds(value):
    return f"{value * 1e3:.3g} ms" if value >= 1e-3 else f"{value * 1e6:.3g} us"


def local_sectors(run):
    return f"{sum(a['sectors'] for a in run['launches'][0]['counts']['accesses'] if a['name'].startswith('local')):,.0f}"


def percent(value):
    return f"{100 * value:.0f} %"


FIGURES = {
    "time": lambda run: seconds(run["time"]["seconds"]),
    "bound": lambda run: run["launches"][0]["model"]["bounds"][0]["name"],
    "sectors a load": a_request("global loads", "sectors"),
    "sectors a store": a_request("global stores", "sectors"),
    "load requests": lambda run: f"{access(run, 'global loads')['requests']:,.0f}",
    "wavefronts a shared load": a_request("shared loads", "wavefronts"),
    "wavefronts a shared store": a_request("shared stores", "wavefronts"),
    "shared load requests": lambda run: f"{(access(run, 'shared loads') or {'requests': 0})['requests']:,.0f}",
    "global atomic requests": lambda run: f"{sum((access(run, n) or {'requests': 0})['requests'] for n in ('global atomics', 'global reductions')):,.0f}",
    "local sectors": local_sectors,
    "DRAM traffic": lambda run: f"{run['launches'][0]['counts']['dram_bytes'] / 2**20:.1f} MiB",
    "L2 hits": lambda run: percent(run["launches"][0]["counts"]["l2_hit_rate"]),
    "warp instructions": lambda run: f"{run['launches'][0]['counts']['warp_instructions']:,.0f}",
    "lanes active": lambda run: percent(run["launches"][0]["counts"]["lanes_active"]),
    "diverged branches": lambda run: f"{run['launches'][0]['counts']['diverged_branches']:,.0f}",
    "blocks": lambda run: f"{run['launches'][0]['grid_blocks']:,.0f}",
    "registers": lambda run: str(run["launches"][0]["registers"]),
    "warps an SM": lambda run: str(run["launches"][0]["occupancy"]["warps"]),
    "waves": lambda run: f"{run['launches'][0]['model']['waves']:.2f}",
    "tail": lambda run: f"{run['launches'][0]['model']['tail']:.2f}",
    "spill loads": lambda run: str(run["inspect"]["kernels"][0]["resources"]["spill_loads"]),
    "launches": lambda run: str(len(run["launches"])),
}


def block(text, name):
    found = re.search(r"^```" + re.escape(name) + r"\n(.*?)^```$", text, re.S | re.M)
    return found.group(1) if found else None


def run_kernel(whet, text, which):
    problem = (block(text, f"toml {which}") if which == "after" else None) or block(text, "toml problem")
    reference = block(text, "cpp reference")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "kernel.cu").write_text(block(text, f"cuda {which}"))
        problem = 'kernel = "kernel.cu"\n' + problem
        if reference:
            (path / "reference.cpp").write_text(reference)
            problem += '\n[reference]\ncpp = "reference.cpp"\n'
        elif which == "after":
            (path / "before.cu").write_text(block(text, "cuda before"))
            problem += '\n[reference]\nkernel = "before.cu"\n'
        (path / "problem.toml").write_text(problem)
        done = subprocess.run([whet, "run", folder, "--device", "virtual:h200", "--all-blocks", "--json"], capture_output=True, text=True)
        inspected = subprocess.run([whet, "inspect", str(path / "kernel.cu"), "--arch", "h200", "--json"],
                                   capture_output=True, text=True, check=True)
    if done.returncode == 4:
        print(done.stderr.strip())
        sys.exit(77)
    if done.returncode != 0:
        sys.exit(f"{which}: whet run ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    run = json.loads(done.stdout)
    release = re.search(r"\d+\.\d+", run["compiled"].split(" by ")[-1]).group()
    if f"CUDA {release}" not in (root / "knowledge/skills/README.md").read_text():
        print(f"the figures are of another compiler than {run['compiled']}")
        sys.exit(77)
    run["inspect"] = json.loads(inspected.stdout)
    if (reference or which == "after") and not run["result"].get("correct"):
        sys.exit(f"{which}: not compared: {run['result'].get('reason')}")
    return run


def same(stated, now):
    if stated == now:
        return True
    numbers = [re.fullmatch(r"([0-9.]+) (us|ms)", text) for text in (stated, now)]
    if not all(numbers) or numbers[0].group(2) != numbers[1].group(2):
        return False
    first, second = (float(number.group(1)) for number in numbers)
    return abs(first - second) <= 0.02 * max(first, second)


def check(whet, path, write):
    text = path.read_text()
    runs = {which: run_kernel(whet, text, which) for which in ("before", "after")}
    wrong = []

    def row(found):
        label, before, after = (cell.strip() for cell in found.group(0).strip("|").split("|"))
        if label not in FIGURES:
            return found.group(0)
        now = [FIGURES[label](runs[which]) for which in ("before", "after")]
        if not (same(before, now[0]) and same(after, now[1])):
            wrong.append(f"{path.name}: {label} is {now[0]} and {now[1]}, the skill says {before} and {after}")
        return f"| {label} | {now[0]} | {now[1]} |"

    new = re.sub(r"^\|[^|\n]*\|[^|\n]*\|[^|\n]*\|$", row, text, flags=re.M)
    if write:
        path.write_text(new)
    print(f"{path.stem}: {'differs' if wrong else 'the same'}", flush=True)
    return [] if write else wrong


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("whet", nargs="?", default=root / "build/whet", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--folder", default=root / "knowledge/skills", type=pathlib.Path)
    options = parser.parse_args()
    paths = [path for path in sorted(options.folder.glob("*.md"))
             if path.name != "README.md" and (not options.names or path.stem in options.names)]
    wrong = [line for path in paths for line in check(str(options.whet.resolve()), path, options.write)]
    print(*wrong, sep="\n")
    sys.exit(1 if wrong else 0)


main()
