#!/usr/bin/env python3
"""Kernels improved by hand, each in two steps, taken through a run that is driven from outside: start, submit, ablate, finish.

  run_outside.py WHET DIRECTORY [--device cuda:0] [--small] [NAME...]

Prints a table of the steps, then one of what each edit and method is worth. Exit code 1: a command ended otherwise than it must.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys

from run_examples import ROOT, SIZES, resize

# The methods that each step claims.
STEPS = {
    "softmax": (["compute.warp_shuffle"], ["memory.vectorized_access", "compute.fast_math"]),
    "transpose": (["memory.tiling_smem"], ["memory.cache_hint"]),
    "sgemm_tiled": (["compute.ilp_unroll_register_tile"], ["memory.vectorized_access"]),
}
MEMOS = ("the step that changes the algorithm", "the steps that follow from the machine")


class Driver:
    """One run: its commands, what they say as values, and what went wrong."""

    def __init__(self, options, name):
        self.options, self.name = options, name
        self.project = options.directory / name
        self.failed, self.shares = [], []  # shares of the ceiling: the original's, then the leader's
        shutil.rmtree(self.project, ignore_errors=True)
        shutil.copytree(ROOT / "examples" / name, self.project)
        sizes = dict(SIZES[name][1 if options.small else 0])
        if name == "sgemm_tiled":
            self.enlarge(sizes)
        resize(self.project / "problem.toml", sizes)

    def enlarge(self, sizes):
        """The tiles of a matrix product are made for matrices that fill a GPU: in both cases, the odd one too."""
        sizes.update({"m": 1024, "n": 1024})
        depth = 65 if self.options.small else 1003
        problem = self.project / "problem.toml"
        text, odd = problem.read_text(), "m = 129, n = 65, k = 257"
        assert odd in text
        problem.write_text(text.replace(odd, f"m = 1001, n = 999, k = {depth}"))

    def command(self, *words):
        done = subprocess.run([self.options.whet, *words, "--json"], capture_output=True, text=True)
        with open(self.project / "output.txt", "a") as log:
            log.write(f"$ whet {' '.join(words)}\n{done.stdout}{done.stderr}\n")
        if done.returncode not in (0, 2):
            self.failed.append(f"{self.name}: whet {words[0]}: exit {done.returncode}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
        try:
            said = json.loads(done.stdout)
        except ValueError:
            said = {}
        if "share" in said:
            self.shares.append(said["share"] or 0)
        return done.returncode, said

    def start(self):
        return self.command("start", str(self.project), "--device", self.options.device, "--seed", "1")

    def submit(self, step):
        kernel = ROOT / f"bench/optimize/kernels/{self.name}_{step}.cu"
        return self.command("submit", str(kernel), "--methods", ",".join(STEPS[self.name][step - 1]), "--memo", MEMOS[step - 1],
                            "--project", str(self.project))

    def ablate(self):
        return self.command("ablate", "--project", str(self.project))

    def finish(self):
        return self.command("finish", "--project", str(self.project))


def interval(speedup):
    return f"{speedup['value']:.3f}x | {speedup['low']:.3f} to {speedup['high']:.3f}" if speedup else " | "


def step_row(driver, step):
    code, said = driver.submit(step)
    found = (said.get("candidates") or [{}])[0]
    proofs = ", ".join(f"{each['method']} {each['proof']}" for each in found.get("methods", []))
    against = found.get("against_leader") or {}
    print(f"| {driver.name} | {step} | {found.get('outcome', f'exit {code}')} | {interval(found.get('over_original'))} "
          f"| {against.get('outcome', '')} {interval(against.get('speedup'))} | {proofs} | {'yes' if found.get('leads') else 'no'} |",
          flush=True)


def part_rows(driver):
    """What the ablation says of every edit and method of the leader."""
    _, said = driver.ablate()
    rows = []
    for kind in ("edits", "methods"):
        for part in said.get(kind, []):
            what = part["what"].replace("|", "\\|")
            verdict = "needed: without it " + part["without"].split(":")[0] if part.get("without") else part["outcome"]
            rows.append(f"| {driver.name} | {part['name']} | {interval(part.get('worth'))} | {verdict} | `{what}` |")
    return rows


def finish_row(driver):
    code, said = driver.finish()
    compared = said.get("comparison") or {}
    us = lambda key: f"{1e6 * said[key]:.2f}" if said.get(key) else ""
    share = " to ".join(f"{100 * share:.0f}" for share in (driver.shares[0], driver.shares[-1])) + " %"
    return (f"| {driver.name} | {us('baseline_seconds')} | {us('champion_seconds')} | {interval(compared.get('speedup'))} "
            f"| {share} | {said.get('outcome', '')} | {code} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("whet")
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--small", action="store_true")
    options = parser.parse_intermixed_args()
    failed, parts, ends = [], [], []
    print("| kernel | step | judged | over the original | interval | against the leader | interval | methods | leads |\n"
          "| --- | --: | --- | --: | --- | --: | --- | --- | --- |", flush=True)
    for name in options.names or STEPS:
        driver = Driver(options, name)
        code, _ = driver.start()
        if code == 0:
            for step in (1, 2):
                step_row(driver, step)
            parts += part_rows(driver)
            ends.append(finish_row(driver))
        failed += driver.failed
    print("\n| kernel | part of the leader | worth | interval | verdict | where |\n| --- | --- | --: | --- | --- | --- |")
    print("\n".join(parts))
    print("\n| kernel | before us | after us | confirmed | interval | share of the ceiling | outcome | exit |\n"
          "| --- | --: | --: | --: | --- | --- | --- | --: |")
    print("\n".join(ends))
    print("\n" + "\n".join(failed) if failed else "")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
