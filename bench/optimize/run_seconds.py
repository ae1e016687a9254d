#!/usr/bin/env python3
"""How long `whet optimize --seconds N` takes: its wall time over N, for several examples and limits.

run_seconds.py WHET [--device virtual:h200] [--seconds 10,20,40] [--examples softmax,...]
Each run has a copy of the example and a compile cache of its own. One line a run, as a row of a Markdown table."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


def run(whet, device, example, seconds):
    with tempfile.TemporaryDirectory() as folder:
        problem = shutil.copytree(EXAMPLES / example, pathlib.Path(folder) / example)
        begin = time.monotonic()
        done = subprocess.run([whet, "optimize", str(problem), "--device", device, "--seed", "1", "--seconds", str(seconds), "--patience", "100",
                               "--json"], capture_output=True, text=True, env={**os.environ, "WHET_CACHE": f"{folder}/cache"})
        wall = time.monotonic() - begin
    if done.returncode not in (0, 2):
        return f"| {example} | {seconds} | {wall:.1f} | failed: {done.stderr.strip().splitlines()[0]} | | |"
    view = json.loads(done.stdout)
    result = view["result"]
    gain = f"{result['speedup']['value']:.2f}x" if result["outcome"] == "faster" else result["outcome"]
    return f"| {example} | {seconds} | {wall:.1f} ({wall / seconds:.2f}) | {result['candidates']} | {gain} | {'; '.join(result['dropped'])} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("whet")
    parser.add_argument("--device", default="virtual:h200")
    parser.add_argument("--seconds", default="10,20,40")
    parser.add_argument("--examples", default="softmax,transpose,layernorm,reduce_sum")
    options = parser.parse_args()
    print("| example | seconds | took, s (over the limit) | candidates | result | left out |\n| --- | --- | --- | --- | --- | --- |")
    for example in options.examples.split(","):
        for seconds in options.seconds.split(","):
            print(run(options.whet, options.device, example, int(seconds)), flush=True)


if __name__ == "__main__":
    main()
