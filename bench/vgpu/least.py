#!/usr/bin/env python3
"""Kernels whose least time is known by reason, beside their modelled and their measured time.

  bench/vgpu/least.py --whet build/release/whet                           modelled on virtual:h200
  bench/vgpu/least.py --whet build/release/whet --device cuda:0           and measured

Exit code 1 when a model is more than twice below the bound, or, where it was measured, below half of the time."""
import argparse, json, os, subprocess, sys, tempfile

# Cycles of the H200 at 1980 MHz that a step takes at the least. L2: 281 (near) to 521 (far) measured by a pointer chase
# (knowledge/hardware/measured.toml, S23), DRAM 688. The others are common knowledge of microbenchmarks, rounded down.
L1, L2, DRAM, SHARED, MATH, SHUFFLE, BARRIER, CLUSTER, FAR, DIVIDE = 32, 281, 600, 23, 4, 20, 15, 100, 150, 60
MHZ = 1980

# How a block looks for what the one before it passes on: -D HOW=n.
HOW = "volatile cg cv plain add max cas acquire call asleep".split()

# name, grid, block, steps one after another, cycles each, why
ROWS = [
    *[(f"chain, {how}", 1000, 128, 999, L2, "a hop through L2 from each block to the next") for how in HOW],
    ("chain_of_chases", 200, 32, 200 * 21, L2, "20 lookups and a hop for each block"),
    ("lock_cas", 500, 32, 500, 2 * L2, "read, write and pass on, one block after another"),
    ("lock_exch", 500, 32, 500, 2 * L2, "likewise"),
    ("lock_ticket", 500, 32, 500, 2 * L2, "likewise"),
    ("lock_of_lanes", 16, 32, 512, 2 * L2, "likewise, one lane after another"),
    ("grid_barriers", 132, 128, 200, 2 * L2, "an atomic, and a look that finds it"),
    ("ping_pong", 2, 32, 1000, L2, "a hop each time"),
    ("chain_of_warps", 4, 1024, 640, L2, "a hop from each warp to the next"),
    ("chain_of_warps_shared", 4, 1024, 3200, SHARED, "a hop in shared memory"),
    ("sleeps", 100, 128, 1, 990000 // 2, "500 us asleep; a GPU may take half"),
    ("one_sleeps", 1000, 128, 10, 99000 // 2, "one warp asleep for 500 us; a GPU may take half"),
    ("spins_on_clock", 264, 64, 1, 200000, "so many cycles by the clock"),
    ("spins_on_timer", 264, 64, 1, 198000, "100 us by the timer"),
    ("chase", 1, 1, 5000, L2, "loads that give the next address"),
    ("chase_unrolled", 1, 1, 5000, L2, "likewise"),
    ("chase_in_last_block", 1000, 128, 5000, L2, "likewise, in one thread of the last block"),
    ("chase_in_one_warp", 132, 1024, 2000, L2, "likewise, in the last warp of each block"),
    ("adds_in_one_thread", 132, 256, 50000, MATH, "multiply-adds that depend on one another"),
    ("divides", 132, 32, 2000, DIVIDE, "divisions in double that depend on one another"),
    ("one_lane_at_a_time", 132, 32, 32000, MATH, "multiply-adds, lane after lane"),
    ("bank_conflicts", 132, 32, 5000, 32, "32 wavefronts each"),
    ("shared_chase", 132, 32, 20000, SHARED, "loads that give the next address"),
    ("local_chase", 132, 32, 5000, L1, "likewise, in local memory"),
    ("atomic_chase", 1, 1, 2000, L2, "atomics whose result is the next address"),
    ("shared_atomics", 132, 256, 2000, SHARED, "likewise, in shared memory"),
    ("fences", 132, 32, 1000, L2, "a fence waits until L2 has the store"),
    ("barriers", 132, 1024, 10000, BARRIER, "barriers of a block"),
    ("shuffles", 132, 32, 20000, SHUFFLE, "shuffles that depend on one another"),
    ("cluster_barriers", 128, 128, 3000, CLUSTER, "barriers of a cluster"),
    ("far_shared_chase", 128, 32, 3000, FAR, "loads from another block's shared memory"),
    ("async_copies", 132, 32, 1000, L2, "copies that are waited for, each to where the next begins"),
    ("bulk_copies", 132, 32, 1000, L2, "likewise, bulk copies"),
]
N = 1 << 20

TOML = """kernel = "{source}"
[dims]
n = {n}
[[args]]
name = "data"
type = "i32"
shape = ["n"]
role = "out"
[[scratch]]
name = "flags"
type = "u32"
shape = [65536]
[[args]]
name = "n"
type = "i32"
[[launch]]
entry = "prepare"
args = ["data", "flags", "n"]
grid = ["ceil_div(n, 256)"]
block = [256]
[[launch]]
entry = "{name}"
args = ["data", "flags", "n"]
grid = [{grid}]
block = [{block}]
"""


def seconds(whet, device, row):
    """Of the kernel and the one that prepares its data; nothing when it did not run."""
    (name, _, how), (grid, block) = row[0].partition(", "), row[1:3]
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "least", "kernels.cu")
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "problem.toml"), "w") as file:
            file.write(TOML.format(source=source, n=N, name=name, grid=grid, block=block))
        done = subprocess.run([whet, "run", folder, "--device", device, "--json", "--budget", "2000000000",
                               *(["-D", f"HOW={HOW.index(how)}"] if how else [])],
                              capture_output=True, text=True)
    try:
        return json.loads(done.stdout)["time"]["seconds"]
    except (ValueError, KeyError, TypeError):
        print(f"{name}: {(done.stderr or done.stdout)[:300]}", file=sys.stderr)
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whet", default="build/release/whet")
    parser.add_argument("--model", default="virtual:h200")
    parser.add_argument("--device", help="also measure on this one")
    parser.add_argument("--only", default="", help="kernels whose name holds this")
    options = parser.parse_args()
    print("| kernel | at the least | modelled | of the least |" + (" measured | modelled over measured |" if options.device else ""))
    print("| --- | --: | --: | --: |" + (" --: | --: |" if options.device else ""))
    bad = []
    for row in ROWS:
        if options.only not in row[0]:
            continue
        least = row[3] * row[4] / MHZ / 1e6
        modelled = seconds(options.whet, options.model, row)
        cells = [row[0], f"{least * 1e6:.0f} us"]
        cells += [f"{modelled * 1e6:.0f} us", f"{modelled / least:.2f}"] if modelled else ["-", "-"]
        wrong = modelled is None or modelled < least / 2
        if options.device:
            measured = seconds(options.whet, options.device, row)
            cells += [f"{measured * 1e6:.0f} us", f"{modelled / measured:.2f}"] if measured and modelled else ["-", "-"]
            wrong |= bool(measured and modelled and modelled < measured / 2)
        print("| " + " | ".join(cells) + " |", flush=True)
        if wrong:
            bad.append(row[0])
    print(f"\n{len(bad)} too fast: {', '.join(bad)}" if bad else "\nnone too fast")
    return 1 if bad else 0


sys.exit(main())
