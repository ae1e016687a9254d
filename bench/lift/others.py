#!/usr/bin/env python3
"""What `whet explain` makes of kernels that nobody wrote for it: every .cu file below a folder, each in a process of its
own. Prints counts only: kernels, lifted, confirmed, and the reasons of the rest by their first words.

  bench/lift/others.py [--whet build/whet] [--jobs 2] [--seconds 20] [--every N] FOLDER
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import resource
import subprocess
import time


def files_below(folder):
    for place, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if name.endswith(".cu"):
                yield os.path.join(place, name)


def has_kernel(path):
    with open(path, errors="replace") as file:
        return "__global__" in file.read()


def explained(whet, path, seconds):
    """Its kernels, or why there are none; seconds and MB it took."""
    folder = os.path.dirname(path)
    includes = [flag for place in (folder, os.path.join(folder, ".."), os.path.join(folder, "../include"),
                                   os.path.join(folder, "include")) if os.path.isdir(place) for flag in ("-I", place)]
    begin = time.time()
    try:
        done = subprocess.run([whet, "explain", path, "--json"] + includes, capture_output=True, text=True,
                              timeout=seconds)
    except subprocess.TimeoutExpired:
        return path, None, f"took longer than {seconds} s", time.time() - begin
    took = time.time() - begin
    try:
        return path, json.loads(done.stdout)["kernels"], "", took
    except (ValueError, KeyError):
        lines = (done.stderr or done.stdout or "nothing said").strip().splitlines()
        return path, None, lines[0] if lines else "nothing said", took


def kind_of(reason):
    """The reason without what is of one kernel: names in quotes, numbers, places."""
    reason = re.sub(r"`[^`]*`", "X", reason or "")
    reason = re.sub(r"\S+\.(cu|h|cuh|hpp)\S*", "FILE", reason)
    return re.sub(r"\b\d[\w.]*", "N", reason)[:90]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--whet", default="build/whet")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--seconds", type=float, default=20, help="limit of one file")
    options.add_argument("--every", type=int, default=1, help="of the files, one in so many")
    options.add_argument("--list", help="file for one line per kernel: path, kernel, verdict, reason")
    options.add_argument("folder")
    given = options.parse_args()
    paths = [path for path in files_below(given.folder) if has_kernel(path)][::given.every]
    counts, reasons, unread, times = (collections.Counter(), collections.Counter(), collections.Counter(), [])
    lines = []
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for path, kernels, why, took in pool.map(lambda path: explained(os.path.abspath(given.whet), path,
                                                                         given.seconds), paths):
            times.append(took)
            counts["files"] += 1
            if kernels is None:
                unread[kind_of(why)] += 1
                lines.append(f"{path}\t-\tnot read\t{why}")
                continue
            counts["files that compile"] += 1
            for kernel in kernels:
                counts["kernels"] += 1
                verdict = kernel["confirmation"]["verdict"] if kernel.get("confirmation") else "refused"
                why = kernel.get("refused") or (kernel.get("confirmation") or {}).get("reason") or ""
                if kernel.get("refused"):
                    verdict = "refused"
                counts["lifted"] += verdict != "refused"
                counts[verdict] += 1
                if verdict != "confirmed":
                    reasons[f"{verdict}: {kind_of(why)}"] += 1
                lines.append(f"{path}\t{kernel['signature']}\t{verdict}\t{why}")
    kernels = max(1, counts["kernels"])
    print(f"{counts['files']} files with kernels, {counts['files that compile']} compile, {counts['kernels']} kernels: "
          f"{counts['lifted']} lifted ({100 * counts['lifted'] / kernels:.1f} %), {counts['confirmed']} confirmed "
          f"({100 * counts['confirmed'] / kernels:.1f} %), {counts['refuted']} refuted, {counts['not run']} not run")
    times.sort()
    if times:
        print(f"seconds of a file: median {times[len(times) // 2]:.2f}, 90 % {times[9 * len(times) // 10]:.2f}, most "
              f"{times[-1]:.2f}; largest process "
              f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")
    print("\n| kernels | reason |\n| --: | --- |")
    for reason, count in reasons.most_common(60):
        print(f"| {count} | {reason} |")
    print("\n| files | why it was not read |\n| --: | --- |")
    for reason, count in unread.most_common(20):
        print(f"| {count} | {reason} |")
    if given.list:
        with open(given.list, "w") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
