#!/usr/bin/env python3
"""How many candidates a second `whet tune` tries, compile included, and how soon its best is within 5 % of the best of all.

  rate.py WHET DIRECTORY [--device cuda:0] [--small] [--seconds 30] [--exhaustive-seconds 120] [--batch 8,32] [--seeds 1,2,3]

Every configuration of problems/nbody_rate is tried once (exhaustive); then the portfolio searches with each batch size and
seed, with as many candidates as `whet tune` takes by default: its strategies plan by their number, so it is not raised. Each
run has a copy of the problem and a compile cache of its own, empty at first. Times are read from the run's store: a verdict
is there when its round has ended. Exit code 1: a run did not end as it must.
"""
import argparse
import json
import os
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import sys

PROBLEMS = pathlib.Path(__file__).resolve().parent / "problems"
PROBLEM = "nbody_rate"
NEAR = 1.05
DEFAULT_CANDIDATES = 200


class Run:
    """What the store of one run holds: seconds since its begin, and of its kernels."""

    def __init__(self, project):
        store = sqlite3.connect(f"file:{project / '.whet/whet.db'}?mode=ro", uri=True)
        began, self.ended_by = store.execute("SELECT began, stop_reason FROM runs ORDER BY id DESC LIMIT 1").fetchone()
        rounds = dict(store.execute("SELECT number, round FROM candidates"))
        events = store.execute("SELECT time, data FROM events WHERE kind = 'verdict' ORDER BY id").fetchall()
        store.close()
        told = [((at - began) / 1e3, json.loads(data)) for at, data in events]
        # The original is the first; what belongs to no round after it was judged for the ablation.
        verdicts = [(at, each["verdict"]) for i, (at, each) in enumerate(told) if i == 0 or rounds[each["candidate"]] > 0]
        if len(verdicts) < 2:
            sys.exit(f"{project}: no candidate was judged in the time it had")
        self.opened = verdicts[0][0]  # the original is judged: the search begins
        self.verdicts = verdicts[1:]
        self.searched = self.verdicts[-1][0] - self.opened
        self.rate = len(self.verdicts) / self.searched

    def times(self):
        """When, and how long the kernel takes, for those that are right and were timed."""
        return [(at, verdict["timings"][0]["seconds"]) for at, verdict in self.verdicts
                if verdict["outcome"] == "correct" and verdict["timings"]]

    def best(self):
        return min(seconds for _, seconds in self.times())

    def near(self, best):
        """Seconds and candidates until one within 5 % of `best` was known; None: never."""
        for at, seconds in self.times():
            if seconds <= NEAR * best:
                return at, sum(1 for when, _ in self.verdicts if when <= at)
        return None

    def median(self, part):
        return 1e3 * statistics.median(verdict[part] for _, verdict in self.verdicts)


def tune(options, name, strategy, batch, seconds, candidates, seed=1):
    directory = options.directory / name
    shutil.rmtree(directory, ignore_errors=True)
    for problem in ("nbody", PROBLEM):
        shutil.copytree(PROBLEMS / problem, directory / problem)
    cache = pathlib.Path(options.cache) / name
    shutil.rmtree(cache, ignore_errors=True)
    cache.mkdir(parents=True)
    command = [options.whet, "tune", str(directory / PROBLEM), "--device", options.device, "--strategy", strategy, "--batch",
               str(batch), "--seconds", str(seconds), "--candidates", str(candidates), "--patience", "1000000", "--seed", str(seed)]
    if options.small:
        command += ["--dims", "n=192"]
    run = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, WHET_CACHE=str(cache)))
    shutil.rmtree(cache, ignore_errors=True)
    (directory / "output.txt").write_text(run.stdout + run.stderr)
    if run.returncode not in (0, 2):
        sys.exit(f"{name}: exit {run.returncode}\n{run.stdout}{run.stderr}")
    return Run(directory / PROBLEM)


def show(name, run, best):
    times = [seconds for _, seconds in run.times()]
    near = run.near(best)
    cells = [name, len(run.verdicts), len(run.verdicts) - len(times), f"{run.opened:.2f}", f"{run.searched:.2f}",
             f"{run.rate:.1f}", f"{run.median('compile_seconds'):.1f}", f"{run.median('check_seconds'):.1f}",
             f"{run.median('time_seconds'):.1f}", f"{1e6 * statistics.median(times):.1f}", f"{1e6 * run.best():.2f}",
             f"{best / run.best():.3f}", f"{near[0]:.2f}" if near else "never",
             f"{near[0] - run.opened:.2f}" if near else "never", near[1] if near else ""]
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("whet")
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--exhaustive-seconds", type=int, default=120)
    parser.add_argument("--batch", default="8,32")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--cache", default="/tmp/whet_rate_cache")
    options = parser.parse_args()
    batches = [int(batch) for batch in options.batch.split(",")]
    every = tune(options, "exhaustive", "exhaustive", batches[-1], options.exhaustive_seconds, 1000000)
    print("| run | candidates | not right | opened s | searched s | candidates a second | compile ms | check ms | time ms | median "
          "kernel us | best us | of the best | within 5 % after s | of search s | candidates |")
    print("| --- |" + " --: |" * 14)
    show(f"exhaustive, batches of {batches[-1]}", every, every.best())
    for batch in batches:
        for seed in options.seeds.split(","):
            run = tune(options, f"portfolio_{batch}_{seed}", "portfolio", batch, options.seconds, DEFAULT_CANDIDATES, seed)
            show(f"portfolio, batches of {batch}, seed {seed}", run, every.best())
    if every.ended_by != "every candidate was tried":
        print(f"\nnot every configuration was tried: {every.ended_by}; the best of all is not known")
    print("\ncompile, check and time: medians of one candidate's own; batches are compiled on all cores at once")
    return 0


if __name__ == "__main__":
    sys.exit(main())
