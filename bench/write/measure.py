#!/usr/bin/env python3
"""Naive kernels from their bare source against what whet writes for them, on a GPU at real sizes.

    measure.py first    --whet build/whet --out DIR [--device cuda:0] [--limit SECONDS] [--only NAMES] [--count N]
    measure.py optimize --whet build/whet --out DIR [--device cuda:0] [--limit SECONDS] [--only NAMES] [--seconds 60]
    measure.py sizes    --whet build/whet --out DIR [--device cuda:0] [--limit SECONDS] [--only NAMES] [--seconds 60]
    measure.py large    --whet build/whet --out DIR [--device cuda:0] [--limit SECONDS] [--only NAMES] [--seconds 60]
    measure.py edits    --whet build/whet --out DIR [--device cuda:0] [--limit SECONDS] [--only NAMES]

`first` times the first N written kernels (default 1), those that are expected to be best, next to the original by
`whet bench`, which also checks them; `optimize` gives each kernel a whole search; `sizes` searches the kernels of [sizes],
with all their sizes as cases of the same weight; `large` searches those of [large] at 1 GB; `edits` times those of [edits]
with one edit each, as `first` does. No kernel is begun after --limit seconds. Rates in bytes are held against a copy that is measured in the same run.
The table is printed in Markdown, and every result is kept under --out."""
import argparse, json, math, pathlib, re, statistics, subprocess, time
from concurrent.futures import ThreadPoolExecutor

from kernels import LIST, edited_kernels, kernels, sizes_of, source_of, work_of


def run(command, seconds):
    try:
        done = subprocess.run([str(each) for each in command], capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, "did not end in %d s" % seconds
    said = (done.stderr.strip().splitlines() or ["nothing said"])[0]
    return (done.stdout, "") if done.stdout.strip() else (None, said)


def describe(options, kernel):
    """Writes problem.toml and the written kernels; says what went wrong."""
    folder = options.out / kernel["name"]
    folder.mkdir(parents=True, exist_ok=True)
    source, chosen = source_of(kernel)
    _, said = run([options.whet, "init", source, *chosen, "--dims", kernel["dims"], "--out", folder / "problem.toml",
                   "--force"], 120)
    if options.step == "sizes" and not said:
        give_cases(folder / "problem.toml", case_sizes(kernel["name"]))
    if said or options.step not in ("first", "edits"):
        return said
    _, said = run([options.whet, "write", folder, "--all" if options.step == "first" else "--edited", folder / "written"], 120)
    return "" if any((folder / "written").glob("*.cu")) else said


def case_sizes(name):
    """The sizes of a kernel, a large one first: whet chooses the numbers of written kernels for the first case."""
    sizes = LIST["sizes"][name]
    return [sizes[3], *sizes[:3], *sizes[4:]]


def give_cases(path, sizes):
    """All of these sizes in place of the cases that init chose; the first is that of [dims]."""
    text = re.sub(r"^\[\[case\]\]\n(?:\w.*\n)*\n?", "", path.read_text(), flags=re.M)
    for dims in sizes[1:]:
        each = ", ".join("%s = %d" % size for size in sizes_of(dims).items())
        text += "\n[[case]]\ndims = { %s }\n" % each
    path.write_text(text)


def bench(options, kernel):
    """Rows of the original's and a written kernel's seconds, the speed-up, and who wrote it."""
    folder = options.out / kernel["name"]
    paths = sorted((folder / "written").glob("*.cu"))
    for path in paths if options.step == "edits" else paths[: options.count]:
        text, said = run([options.whet, "bench", folder, "--candidate", path, "--device", options.device, "--case", "default",
                          "--cache", "cold", "--seed", "1", "--json"], 60)
        if not text:
            yield None, path.stem + ": " + said
            continue
        result = json.loads(text)
        (folder / (path.stem + ".json")).write_text(text)
        times = [each["timings"][0]["seconds"]["median"] for each in result["kernels"] if each["timings"]]
        wrong = [each["result"] for each in result["kernels"] if each["outcome"] not in ("correct", "excused")]
        if len(times) < 2 or not result.get("comparison"):
            yield None, "%s: %s" % (path.stem, wrong or result["outcome"])
            continue
        yield (*times, result["comparison"]["speedup"]["median"]), path.stem


def searched(options, kernel, file):
    """The result of a whole search, or why there is none."""
    folder = options.out / kernel["name"]
    text, said = run([options.whet, "optimize", folder, "--device", options.device, "--seconds", options.seconds, "--seed", "1",
                      "--json"], 3 * options.seconds + 60)
    if not text:
        return None, said
    (folder / file).write_text(text)
    result = json.loads(text)
    return (result, "") if result["cases"] else (None, result["result"]["reason"])


def copy_rate(options):
    """Bytes a second of a large copy, of this run."""
    text, said = run([options.whet, "calibrate", "--device", options.device, "--only", "dram_copy", "--json"], 60)
    if not text:
        print("no copy was measured: " + said)
        return None
    return json.loads(text)["figures"][0]["value"]


def rate_text(kernel, seconds, copy):
    work, unit = work_of(kernel)
    share = ", %.2f" % (work / seconds / copy) if copy and unit == "GB/s" else ""
    return "%.0f %s%s" % (1e-9 * work / seconds, unit, share)


def times_of(case):
    return case["baseline"]["median"], (case["champion"] or case["baseline"])["median"]


def effort(result):
    """Which of the candidates the champion was, and what compiling one took."""
    files = pathlib.Path(result["folder"]).glob("rounds/*/*.json")
    seconds = [build["seconds"] for each in files for build in json.loads(each.read_text())["builds"]]
    count = sum(each["candidates"] for each in result["rounds"])
    first = "candidate %d of %d" % (result["champion"]["candidate"] - 1, count) if result.get("champion") else "%d candidates" % count
    return " (%s, each compiled in %.2f s)" % (first, statistics.median(seconds)) if seconds else ""


def optimise(options, kernel):
    result, said = searched(options, kernel, "optimize.json")
    if not result:
        yield None, said
        return
    memo = (result.get("champion") or {}).get("memo") or "nothing gained: " + result["result"]["reason"]
    yield (*times_of(result["cases"][0]), result["result"]["speedup"]["value"]), memo + effort(result)


def by_size(options, kernel):
    """A row for each size: the time before and after, where a table by size may name another kernel than the champion."""
    result, said = searched(options, kernel, "sizes.json")
    if not result:
        yield None, said
        return
    others = {each["case"]: each for each in (result.get("dispatch") or {}).get("cases", [])}
    champion = (result.get("champion") or {}).get("memo") or "the original"
    for case, dims in zip(result["cases"], case_sizes(kernel["name"])):
        before, after = times_of(case)
        other = others.get(case["case"])
        if not other or other["falls_back"]:
            yield (before, after, before / after, dims), champion
        elif other["variant"] == "the original":
            yield (before, before, 1, dims), "the original"
        else:
            yield (before, after / other["gain"], other["gain"] * before / after, dims), other["variant"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["first", "optimize", "sizes", "large", "edits"])
    parser.add_argument("--whet", default="build/whet")
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/gpu/write"))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--limit", type=float, default=480)
    parser.add_argument("--only", default="")
    parser.add_argument("--count", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    known = edited_kernels() if options.step == "edits" else kernels()
    chosen = [each for each in known if not options.only or each["name"] in options.only.split(",")]
    if options.step == "sizes":
        chosen = [{**each, "dims": case_sizes(each["name"])[0]} for each in chosen if each["name"] in LIST["sizes"]]
    if options.step == "large":
        chosen = [{**each, "dims": LIST["large"][each["name"]]} for each in chosen if each["name"] in LIST["large"]]
    timed = {"first": bench, "optimize": optimise, "sizes": by_size, "large": optimise, "edits": bench}[options.step]
    copy = copy_rate(options)
    with ThreadPoolExecutor(8) as pool:
        troubles = list(pool.map(lambda each: describe(options, each), chosen))
    print("%d kernels described after %.0f s" % (len(chosen), time.monotonic() - began), flush=True)
    print("a copy reaches %.0f GB/s" % (1e-9 * copy) if copy else "")
    print("| kernel | family | sizes | before | after | speed-up | rate, of the copy | by |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    speedups = []
    for kernel, trouble in zip(chosen, troubles):
        head = "| %s | %s | %s |" % (kernel["name"], kernel["family"], kernel["dims"])
        if trouble or time.monotonic() - began > options.limit:
            print(head, (trouble or "not tried") + " | | | | |", flush=True)
            continue
        for times, by in timed(options, kernel):
            if not times:
                print(head, by, "| | | | |", flush=True)
                continue
            if len(times) > 3:
                kernel["dims"] = times[3]
                head = "| %s | %s | %s |" % (kernel["name"], kernel["family"], kernel["dims"])
            speedups.append(times[2])
            print(head, "%.1f us | %.1f us | %.2fx | %s | %s |" % (
                1e6 * times[0], 1e6 * times[1], times[2], rate_text(kernel, times[1], copy), by), flush=True)
    if speedups:
        mean = math.exp(sum(map(math.log, speedups)) / len(speedups))
        print("\ngeometric mean of %d: %.2fx; slower than the original: %d" % (len(speedups), mean, sum(s < 1 for s in speedups)))


main()
