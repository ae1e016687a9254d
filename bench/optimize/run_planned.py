#!/usr/bin/env python3
"""What the diagnosis' plan brings the tuner: the examples tuned with and without it, at the same number of candidates.

    run_planned.py --whet build/whet --device cuda:0 [--candidates 16] [--seeds 2] [--seconds 240] [--only NAME]

Each pair has the same seed and the same budget; the writer is left out. Printed are the best times of both and their ratio
(above 1: the plan's is faster), and the geometric mean of the ratios with a 95 % interval over examples."""
import argparse, json, math, pathlib, shutil, statistics, subprocess, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def tuned(options, example, seed, more):
    with tempfile.TemporaryDirectory() as folder:
        problem = pathlib.Path(folder) / example.name
        shutil.copytree(example, problem, ignore=shutil.ignore_patterns("runs", ".whet"))
        command = [options.whet, "optimize", str(problem), "--device", options.device, "--candidates", str(options.candidates),
                   "--patience", "100", "--target", "100", "--seconds", "60", "--seed", str(seed), "--json", "--without", "writer", *more]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=folder)
            result = json.loads(done.stdout)["result"]
        except (subprocess.TimeoutExpired, json.JSONDecodeError):
            return None
        return result.get("champion_seconds") or result["baseline_seconds"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--whet", default="build/whet")
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--candidates", type=int, default=16)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.whet = str(pathlib.Path(options.whet).resolve())
    began, by_example = time.monotonic(), {}
    print("| example | seed | planned | unplanned | ratio |\n| --- | --- | --- | --- | --- |")
    for seed in range(1, options.seeds + 1):
        for example in sorted(path.parent for path in (ROOT / "examples").glob("*/problem.toml")):
            if options.only not in example.name or time.monotonic() - began > options.seconds:
                continue
            sides = [[], ["--without", "plan"]]
            times = [tuned(options, example, seed, more) for more in (sides if seed % 2 else sides[::-1])]
            with_plan, without = times if seed % 2 else times[::-1]
            if not with_plan or not without:
                print("| %s | %d | no result | | |" % (example.name, seed), flush=True)
                continue
            by_example.setdefault(example.name, []).append(math.log(without / with_plan))
            print("| %s | %d | %.2f us | %.2f us | %.3f |" % (example.name, seed, 1e6 * with_plan, 1e6 * without, without / with_plan), flush=True)
    means = [statistics.mean(logs) for logs in by_example.values()]
    if len(means) > 1:
        middle, half = statistics.mean(means), 1.96 * statistics.stdev(means) / math.sqrt(len(means))
        print("\nplanned over unplanned, geometric mean of %d examples: %.3f (%.3f to %.3f)" % (len(means), math.exp(middle), math.exp(middle - half), math.exp(middle + half)))


main()
