#!/usr/bin/env python3
"""Time and memory of `whet explain` on .cu files, compile included.

  explain_time.py --whet build/whet tests/lift/kernels [--each]

With --each, every kernel of a file is explained in a process of its own. The cache of builds is empty at the start and
each compile is new. Prints the share below 0.5 s, the longest, and the largest process.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import tempfile
import time


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def explain(whet, arguments, cache):
    begin, busy = time.monotonic(), cpu_seconds()
    done = subprocess.run([whet, "explain", *arguments], capture_output=True, text=True,
                          env={**os.environ, "WHET_CACHE": cache})
    return time.monotonic() - begin, cpu_seconds() - busy, done


def kernels_of(whet, path, cache):
    _, _, done = explain(whet, [str(path), "--json"], cache)
    if not done.stdout.startswith("{"):
        return [None]
    return [kernel["signature"].split("(")[0].split("<")[0].split()[-1] for kernel in json.loads(done.stdout)["kernels"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--whet", default="build/whet")
    parser.add_argument("--each", action="store_true")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    seconds, cpu = [], []
    for path in sorted(options.folder.rglob("*.cu")):
        with tempfile.TemporaryDirectory() as other:
            names = kernels_of(options.whet, path, other) if options.each else [None]
        for name in names:
            with tempfile.TemporaryDirectory() as cache:
                took, busy, _ = explain(options.whet, [str(path), *(["--kernel", name] if name else [])], cache)
            seconds.append((took, f"{path.name} {name or ''}"))
            cpu.append(busy)
    seconds.sort()
    below = sum(took < 0.5 for took, _ in seconds)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{len(seconds)} explained: {below} below 0.5 s ({100 * below / len(seconds):.1f} %), "
          f"median {seconds[len(seconds) // 2][0]:.2f} s, 90 % below {seconds[int(0.9 * len(seconds))][0]:.2f} s, "
          f"longest {seconds[-1][0]:.2f} s, largest process {largest:.0f} MB")
    cpu.sort()
    below = sum(busy < 0.5 for busy in cpu)
    print(f"CPU time, which other work on the machine changes less: {below} below 0.5 s ({100 * below / len(cpu):.1f} %), "
          f"median {cpu[len(cpu) // 2]:.2f} s, 90 % below {cpu[int(0.9 * len(cpu))]:.2f} s, longest {cpu[-1]:.2f} s")
    for took, name in seconds[-8:]:
        print(f"  {took:.2f} s  {name}")


if __name__ == "__main__":
    main()
