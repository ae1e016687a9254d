#!/usr/bin/env python3
"""The kernels of the corpus by class: how many lift and are confirmed, and how many styles each meaning has.

  bench/lift/corpus_table.py [--whet build/whet] [FOLDER]
"""
import argparse
import collections
import json
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def names_apart(formula):
    """The formula with arrays and sizes named by their order, so that other names are no other meaning."""
    seen = {}
    return re.sub(r"[A-Za-z_]\w*", lambda m: m[0] if m[0] in WORDS else seen.setdefault(m[0], f"n{len(seen)}"), formula)


WORDS = {"forall", "where", "sum", "max", "min", "exp", "sqrt", "real", "float", "half", "and", "or", "argmax", "argmin"}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--whet", default="build/whet")
    options.add_argument("folder", nargs="?", default=os.path.join(HERE, "../../tests/lift/kernels"))
    given = options.parse_args()
    classes, styles = collections.defaultdict(collections.Counter), collections.Counter()
    total = collections.Counter()
    for file in sorted(os.listdir(given.folder)):
        path = os.path.join(given.folder, file)
        kernels = [k for k in re.findall(r"__global__ void(?: __launch_bounds__\(\d+\))? (\w+)\(", open(path).read())]
        for kernel in dict.fromkeys(kernels):
            done = subprocess.run([given.whet, "explain", path, "--kernel", kernel, "--json"], capture_output=True,
                                  text=True)
            try:
                found = [k for k in json.loads(done.stdout)["kernels"] if re.search(rf"\b{kernel}\b", k["signature"])]
            except (ValueError, KeyError):
                continue
            for one in found[:1]:
                total["kernels"] += 1
                if one.get("refused"):
                    total["refused"] += 1
                    continue
                kind = re.sub(r" \(.*?\)| with .*| over structs", "", one["class"][0])
                classes[kind]["lifted"] += 1
                verdict = one["confirmation"]["verdict"]
                classes[kind][verdict] += 1
                total[verdict] += 1
                styles[names_apart("; ".join(one["formulas"]))] += 1
    print(f"{total['kernels']} kernels, {total['refused']} refused, {total['confirmed']} confirmed, "
          f"{total['refuted']} refuted, {total['not run']} not run")
    print(f"{sum(1 for count in styles.values() if count >= 8)} meanings in at least 8 styles\n")
    print("| class | lifted | confirmed | not run |\n| --- | --: | --: | --: |")
    for kind, counts in sorted(classes.items(), key=lambda item: -item[1]["lifted"]):
        print(f"| {kind} | {counts['lifted']} | {counts['confirmed']} | {counts['not run']} |")
    print("\n| styles | meaning |\n| --: | --- |")
    for formula, count in styles.most_common(24):
        print(f"| {count} | {formula[:100]} |")


if __name__ == "__main__":
    main()
