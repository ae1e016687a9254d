#!/usr/bin/env python3
"""Does learning save candidates? Kernels in random order: the second half with the patterns of the first half, and without.

    measure.py --whet build/whet --out DIR [--device virtual:h200] [--small] [--others] [--orders 5] [--candidates 16]
               [--seconds 60] [--limit 1500] [--only NAMES]

Every kernel is searched once without patterns (`--without patterns`), one candidate a round, each in a project of its own, and
`whet learn` exports what that run taught. For each order, the files of the first half are imported into a fresh project, in
which each kernel of the second half is searched again; imported patterns have less weight than a project's own.

Counted is the candidate that first reaches 95 % of the final gain (as logarithms of the speed-up; the final gain is the better
one of both searches). A search that never gets there counts as one candidate more than it tried. Kernels that no search makes
faster by 5 % are left out and named. The interval is a bootstrap over kernels. No search is begun after --limit seconds: orders
that are not whole by then are left out. Searches that are there already under --out are not made again."""
import argparse, json, math, pathlib, random, shutil, sqlite3, subprocess, sys, time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "write"))
from kernels import file_of, kernels  # noqa: E402

# Sizes that a virtual GPU runs quickly; those for a GPU are in bench/write/kernels.toml.
SMALL = {
    "row_sum": "rows=1024,cols=512", "softmax": "rows=1024,cols=512", "layer_norm": "rows=1024,cols=512",
    "rms_norm_half": "rows=1024,cols=512", "matrix_vector": "rows=1024,cols=512", "row_argmax": "rows=1024,cols=512",
    "column_sum": "rows=512,cols=1024", "column_moments": "rows=512,cols=1024", "column_variance": "rows=512,cols=1024",
    "vector_matrix": "rows=512,cols=1024", "column_argmax": "rows=512,cols=1024", "column_sum_atomic": "rows=512,cols=1024",
    "sum_atomic": "n=262144", "count_atomic": "n=262144", "sum_serial": "n=65536", "max_serial": "n=65536",
    "argmax_serial": "n=65536", "transpose": "rows=512,cols=512",
    "product": "m=128,n=128,k=128", "linear_layer": "m=128,n=128,k=128",
}
# Kernels that were looked at only after all numbers of src/learn were chosen.
OTHERS = {
    "column_sum_block": "rows=512,cols=1024", "vector_matrix_block": "rows=512,cols=1024",
    "vector_matrix_atomic": "rows=512,cols=1024", "batch_norm": "rows=512,cols=1024", "softmax_wide": "rows=16,cols=16384",
    "dot_stride": "n=262144", "norm_block": "n=262144", "max_block": "n=262144", "statistics_stride": "n=262144",
    "sum_stride": "n=262144", "sum_tree": "n=262144", "product_line": "m=128,n=128,k=128",
    "product_stride": "m=128,n=128,k=128", "product_tiled": "m=128,n=128,k=128", "linear_layer_tiled": "m=128,n=128,k=128",
    "product_of_turned": "m=128,n=128,k=128", "nearest": "n=1024,m=1024", "sum_of_gaussians": "n=1024,m=1024",
    "n_body": "n=1024", "byte_histogram": "n=262144",
}
REACHED, WORTH = 0.95, math.log(1.05)


class Bench:
    def __init__(self, options):
        self.options, self.begun = options, time.monotonic()
        self.sizes = {each["name"]: each["dims"] for each in kernels()}
        if options.small:
            self.sizes.update(SMALL | OTHERS)

    def run(self, *command):
        done = subprocess.run([str(self.options.whet), *map(str, command)], capture_output=True, text=True)
        if done.returncode not in (0, 2):
            raise RuntimeError("whet %s: %s" % (command[0], (done.stderr.strip().splitlines() or ["?"])[0]))
        return done.stdout

    def left(self):
        return self.options.limit - (time.monotonic() - self.begun)

    def search(self, kernel, folder, flags, patterns=()):
        """Speed-ups of the candidates of one search in the order they were tried, in a project of its own."""
        result = folder / "speedups.json"
        if result.exists():
            return json.loads(result.read_text())
        if self.left() < 0:
            return None
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        problem = folder / kernel / "problem.toml"
        self.run("init", file_of(kernel), "--kernel", kernel, "--dims", self.sizes[kernel], "--out", problem)
        problem.write_text(problem.read_text().split("[[case]]")[0])  # one size: what is counted are candidates
        (folder / ".whet").mkdir()
        for file in patterns:
            self.run("learn", "import", file, "--project", folder)
        self.run("optimize", folder / kernel, "--device", self.options.device, "--seed", 1, "--batch", 1, "--target", 100,
                 "--patience", 1000, "--candidates", self.options.candidates, "--seconds", self.options.seconds, *flags)
        found = speedups(folder / ".whet/whet.db")
        result.write_text(json.dumps(found))
        return found

    def teach(self, folder):
        """The file of what a search taught; None: nothing."""
        file = folder / "patterns.toml"
        if not file.exists():
            self.run("learn", "--project", folder)
            if json.loads(self.run("learn", "list", "--project", folder, "--json"))["patterns"]:
                self.run("learn", "export", file, "--project", folder)
        return file if file.exists() else None


def speedups(database):
    with sqlite3.connect(database) as store:
        rows = store.execute("SELECT number, outcome, seconds FROM candidates WHERE run = (SELECT max(id) FROM runs) ORDER BY number")
        rows = list(rows)
    original = rows[0][2]
    sound = ("correct", "faster", "same", "slower", "inconclusive", "excused")
    return [original / seconds if seconds and outcome in sound else 0.0 for _, outcome, seconds in rows[1:]]


def gain(found):
    return max([math.log(each) for each in found if each > 0], default=0.0)


def needed(found, final):
    for number, each in enumerate(found, 1):
        if each > 0 and math.log(each) >= REACHED * final:
            return number
    return len(found) + 1


def bootstrap(pairs, draws=4000):
    """95 % intervals over kernels of the mean saving and of the ratio of means; pairs: {kernel: [(with, without), ...]}."""
    chance, names = random.Random(1), sorted(pairs)
    savings, ratios = [], []
    for _ in range(draws):
        drawn = [pair for _ in names for pair in pairs[chance.choice(names)]]
        savings.append(sum(b - a for a, b in drawn) / len(drawn))
        ratios.append(sum(a for a, _ in drawn) / sum(b for _, b in drawn))
    cut = lambda values: (sorted(values)[int(0.025 * draws)], sorted(values)[int(0.975 * draws)])
    return cut(savings), cut(ratios)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whet", type=pathlib.Path, default=pathlib.Path("build/release/whet"))
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/learn"))
    parser.add_argument("--device", default="virtual:h200")
    parser.add_argument("--small", action="store_true", help="sizes for a virtual GPU")
    parser.add_argument("--others", action="store_true", help="20 other kernels")
    parser.add_argument("--orders", type=int, default=5)
    parser.add_argument("--candidates", type=int, default=16)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--limit", type=float, default=1500)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.whet, options.out = options.whet.resolve(), options.out.resolve()
    bench = Bench(options)
    names = options.only.split(",") if options.only else list(OTHERS if options.others else SMALL)

    without, taught = {}, {}
    for name in names:
        try:
            found = bench.search(name, options.out / "without" / name, ["--without", "patterns"])
            if found is None:
                continue
            without[name], taught[name] = found, bench.teach(options.out / "without" / name)
            print("%-16s %2d candidates, %.2fx, %s" % (name, len(found), math.exp(gain(found)), taught[name] and "taught" or "taught nothing"), flush=True)
        except RuntimeError as error:
            print("%-16s left out: %s" % (name, error), flush=True)

    pairs, rows, orders = {}, [], 0
    for order in range(1, options.orders + 1):
        shuffled = sorted(without)
        random.Random(order).shuffle(shuffled)
        half = len(shuffled) // 2
        files = [taught[name] for name in shuffled[:half] if taught[name]]
        new = []
        for name in shuffled[half:]:
            found = bench.search(name, options.out / ("order%d" % order) / name, [], files)
            if found is None:
                break
            final = max(gain(found), gain(without[name]))
            if final >= WORTH:
                new.append((name, needed(found, final), needed(without[name], final), math.exp(gain(found)), math.exp(gain(without[name]))))
        else:
            orders += 1
            rows += new
            for name, a, b, _, _ in new:
                pairs.setdefault(name, []).append((a, b))
            print("order %d: %d kernels, %d files of patterns" % (order, len(new), len(files)), flush=True)

    if not rows:
        print("nothing to compare")
        return
    print("\n| kernel | times in a second half | candidates with patterns | without | best with | best without |\n| --- | --- | --- | --- | --- | --- |")
    for name in sorted(pairs):
        mine = [row for row in rows if row[0] == name]
        mean = lambda column: sum(row[column] for row in mine) / len(mine)
        print("| %s | %d | %.1f | %.1f | %.2fx | %.2fx |" % (name, len(mine), mean(1), mean(2), mean(3), mean(4)))
    mean = lambda column: sum(row[column] for row in rows) / len(rows)
    (low, high), (least, most) = bootstrap(pairs)
    print("\n%d orders, %d searches with patterns on %d kernels: %.2f candidates with patterns, %.2f without;" % (orders, len(rows), len(pairs), mean(1), mean(2)))
    print("saved %.2f candidates a kernel [%.2f %.2f], ratio %.2f [%.2f %.2f] (95 %% intervals)" % (mean(2) - mean(1), low, high, mean(1) / mean(2), least, most))
    fewer, more = sum(row[1] < row[2] for row in rows), sum(row[1] > row[2] for row in rows)
    print("fewer in %d, as many in %d, more in %d" % (fewer, len(rows) - fewer - more, more))
    idle = sorted(name for name in without if gain(without[name]) < WORTH)
    if idle:
        print("no gain of 5 %%: %s" % ", ".join(idle))


if __name__ == "__main__":
    main()
