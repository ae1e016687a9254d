#!/usr/bin/env python3
"""How well the predicted times of written kernels rank them: every variant of every kernel is timed.

    predict.py --whet build/whet --out DIR [--device cuda:0] [--limit SECONDS] [--only NAMES] [--families NAMES] [--shrink N]

On cuda:N variants are timed through the driver (gpu_timer.py: not checked, L2 cold); on a virtual GPU by `whet bench`,
which also checks them and takes seconds each: give --only and --shrink, which divides the sizes. No kernel is begun
after --limit seconds. DIR/predict.json has every predicted and measured time; tables are printed in Markdown.

    predict.py --again DIR/predict.json      the tables of an earlier run
    predict.py --again DIR/predict.json --whet build/whet --out DIR2     and what is predicted now"""
import argparse, hashlib, json, math, pathlib, re, subprocess, sys, time, tomllib
from concurrent.futures import ThreadPoolExecutor

from kernels import HERE, file_of, kernels

FIRST = 10  # candidates that a search tries first


def run(command, seconds):
    try:
        done = subprocess.run([str(each) for each in command], capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, "did not end in %d s" % seconds
    said = (done.stderr.strip().splitlines() or ["nothing said"])[-1]
    return (done.stdout, "") if done.stdout.strip() else (None, said)


def shrunk(dims, factor):
    pairs = [each.split("=") for each in dims.split(",")]
    return ",".join("%s=%d" % (name, max(64, int(size) // factor) if int(size) > 64 else int(size)) for name, size in pairs)


def write(options, kernel):
    """The variants with what is predicted, in that order; or what went wrong."""
    folder = options.out / kernel["name"]
    folder.mkdir(parents=True, exist_ok=True)
    _, said = run([options.whet, "init", file_of(kernel["name"]), "--kernel", kernel["name"], "--dims", kernel["dims"],
                   "--out", folder / "problem.toml", "--force"], 120)
    if said:
        return said
    for path in (folder / "written").glob("*.cu"):
        path.unlink()
    text, said = run([options.whet, "write", folder, "--all", folder / "written", "--device", options.device, "--json"], 120)
    found = [{"file": pathlib.Path(each["file"]).name, "schedule": each["schedule"],
              "numbers": " ".join("%s=%d" % pair for pair in each["numbers"].items()), "predicted": each["predicted_seconds"],
              "text": hashlib.sha256(pathlib.Path(each["file"]).read_bytes()).hexdigest()[:16]}
             for each in (json.loads(text)["kernels"] if text else [])]
    return found or said


def time_virtual(options, kernel, variants):
    folder = options.out / kernel["name"]
    for each in variants:
        text, said = run([options.whet, "bench", folder, "--candidate", folder / "written" / each["file"], "--device",
                          options.device, "--case", "default", "--cache", "cold", "--seed", "1", "--json"], 120)
        times = [one["timings"][0]["seconds"]["median"] for one in json.loads(text)["kernels"] if one["timings"]] if text else []
        each["measured"] = times[1] if len(times) > 1 else None
        if not each["measured"]:
            each["why"] = said or json.loads(text)["outcome"]


def time_child(folder, index, files):
    """In a process of its own, because a kernel that faults takes its context with it: a line for each variant."""
    import gpu_timer
    case = gpu_timer.Case(gpu_timer.Gpu(index), tomllib.loads((folder / "problem.toml").read_text()))
    pool = ThreadPoolExecutor(8)
    compiled = [pool.submit(case.compile, (folder / "written" / name).read_text()) for name in files]
    for name, each in zip(files, compiled):
        try:
            print(json.dumps({"file": name, "measured": case.seconds(each.result())}), flush=True)
        except RuntimeError as error:
            print(json.dumps({"file": name, "why": str(error)[:200]}), flush=True)


def time_cuda(options, kernel, variants):
    command = [sys.executable, str(pathlib.Path(__file__).resolve()), "--child", str(options.out / kernel["name"]), "--device", options.device]
    left = [each["file"] for each in variants]
    while left:
        try:
            done = subprocess.run(command + left, capture_output=True, text=True, timeout=60)
            said = (done.stderr.strip().splitlines() or ["it ended"])[-1]
            out = done.stdout
        except subprocess.TimeoutExpired as late:
            said, out = "did not end in 60 s", (late.stdout or b"").decode() if isinstance(late.stdout, bytes) else late.stdout or ""
        answers = {one["file"]: one for one in map(json.loads, out.splitlines())}
        for each in variants:
            if each["file"] in answers:
                each.update(answers[each["file"]])
        missing = [name for name in left if name not in answers]
        if missing:  # the first of them is to blame
            next(each for each in variants if each["file"] == missing[0])["why"] = said
        left = missing[1:]


def ranks(values):
    order, found = sorted(range(len(values)), key=values.__getitem__), [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end + 1 < len(order) and values[order[end + 1]] == values[order[at]]:
            end += 1
        for place in order[at : end + 1]:
            found[place] = (at + end) / 2
        at = end + 1
    return found


def spearman(pairs):
    if len(pairs) < 3:
        return None
    a, b = ranks([pair[0] for pair in pairs]), ranks([pair[1] for pair in pairs])
    mean = (len(pairs) - 1) / 2
    up = sum((x - mean) * (y - mean) for x, y in zip(a, b))
    down = math.sqrt(sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b))
    return up / down if down > 0 else None


def timed(result):
    return [each for each in result["variants"] if each.get("measured") and each.get("predicted")]


def loss(result):
    """The best of the first ones against the best of all."""
    known = [each for each in result["variants"] if each.get("measured")]
    first = [each for each in result["variants"][:FIRST] if each.get("measured")]
    return min(each["measured"] for each in first) / min(each["measured"] for each in known) if first else None


def show(number, form="%.2f"):
    return form % number if number is not None else "-"


def report(results):
    print("| kernel | family | variants | rank correlation | best: predicted, measured | first measured | best of %d / best of all | best |" % FIRST)
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for result in results:
        known = timed(result)
        if not known:
            why = next((each["why"] for each in result["variants"] if each.get("why")), result.get("why", "nothing was timed"))
            print("| %s | %s | %s | %s | | | | |" % (result["kernel"], result["family"], len(result["variants"]), why))
            continue
        best = min(known, key=lambda each: each["measured"])
        print("| %s | %s | %d | %s | %.1f, %.1f us | %s us | %s | %s %s |" % (
            result["kernel"], result["family"], len(known), show(spearman([(e["predicted"], e["measured"]) for e in known])),
            1e6 * best["predicted"], 1e6 * best["measured"],
            show(1e6 * result["variants"][0]["measured"] if result["variants"][0].get("measured") else None, "%.1f"), show(loss(result)), best["schedule"], best["numbers"]))
    print("\n| family | candidates | rank correlation over all | mean of the kernels' | best of %d within 15 %% |\n| --- | --- | --- | --- | --- |" % FIRST)
    near = []
    for family in dict.fromkeys(result["family"] for result in results):
        of = [result for result in results if result["family"] == family and timed(result)]
        if not of:
            continue
        pairs = [(each["predicted"], each["measured"]) for result in of for each in timed(result)]
        own = [one for one in (spearman([(e["predicted"], e["measured"]) for e in timed(result)]) for result in of) if one is not None]
        losses = [loss(result) for result in of]
        near += losses
        print("| %s | %d | %s | %s | %d of %d |" % (family, len(pairs), show(spearman(pairs)), show(sum(own) / len(own) if own else None),
                                             sum(each is not None and each <= 1.15 for each in losses), len(losses)))
    if near:
        print("\nbest of the first %d within 15 %% of the best of all: %d of %d kernels" % (
            FIRST, sum(each is not None and each <= 1.15 for each in near), len(near)))


def measure(options, began):
    chosen = [each for each in kernels() if "sequence" not in each and (not options.only or each["name"] in options.only.split(",")) and
              (not options.families or each["family"] in options.families.split(","))]
    for each in chosen:
        each["dims"] = shrunk(each["dims"], options.shrink) if options.shrink > 1 else each["dims"]
    with ThreadPoolExecutor(options.jobs) as pool:
        written = list(pool.map(lambda each: write(options, each), chosen))
    print("%d kernels written after %.0f s\n" % (len(chosen), time.monotonic() - began), flush=True)
    results = []
    for kernel, variants in zip(chosen, written):
        result = {"kernel": kernel["name"], "family": kernel["family"], "dims": kernel["dims"],
                  "variants": variants if isinstance(variants, list) else []}
        if isinstance(variants, str):
            result["why"] = variants
        elif time.monotonic() - began > options.limit:
            result["why"] = "not tried"
        else:
            (time_virtual if options.device.startswith("virtual") else time_cuda)(options, kernel, variants)
        results.append(result)
        (options.out / "predict.json").write_text(json.dumps({"device": options.device, "results": results}, indent=1))
    return results


def predicted_now(options, results):
    """The measured times of an earlier run beside what is predicted now, of variants whose text is the same."""
    sizes = {each["name"]: each for each in kernels()}

    def again(result):
        written = write(options, {**sizes[result["kernel"]], "dims": result["dims"]})
        known = {each["text"]: each for each in result["variants"]}
        if isinstance(written, str):
            return {**result, "why": written}
        for each in written:
            each.update({key: value for key, value in known.get(each["text"], {}).items() if key in ("measured", "why")})
        return {**result, "variants": written}

    with ThreadPoolExecutor(options.jobs) as pool:
        return list(pool.map(again, results))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whet", type=pathlib.Path)
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/gpu/predict"))
    parser.add_argument("--limit", type=float, default=480)
    parser.add_argument("--only", default="")
    parser.add_argument("--families", default="")
    parser.add_argument("--shrink", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--again", type=pathlib.Path)
    parser.add_argument("--child", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    began = time.monotonic()
    if options.child:
        return time_child(options.child, int(options.device.split(":")[1]), options.files)
    if not options.again:
        return report(measure(options, began))
    results = json.loads(options.again.read_text())["results"]
    if options.only:
        results = [each for each in results if each["kernel"] in options.only.split(",")]
    report(predicted_now(options, results) if options.whet else results)


main()
