#!/usr/bin/env python3
"""Profiles on a real GPU: CUPTI in process against Nsight Compute, and what else only a GPU can show.
  measure.py STEP --whet build/whet --out DIR [--device cuda:0] [--seconds N]
Steps:
  names     which metrics of the rules and of knowledge/profile/resources.toml the chip has
  compare   20 kernels by CUPTI (twice) and by ncu --set full: differences, what varies from run to run, times
  samples   PC sampling on three kernels: hot lines and hot SASS
  refused   a diagnosis by a user who may not read counters
Each prints a table in Markdown for bench/profile/README.md and goes on after a kernel that fails."""
import argparse, csv, json, os, pathlib, shutil, statistics, subprocess, sys, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ["copy", "vector_add", "softmax", "layernorm", "rmsnorm", "transpose", "reduce_sum", "scan", "histogram", "stencil",
            "nbody", "sgemm_naive", "sgemm_tiled", "sgemm", "gelu", "attention", "hgemm"]
PLANTED = ["bank_conflicts", "spills", "global_atomics_one_address"]
SAMPLED = ["softmax", "sgemm_tiled", "histogram"]
FIXTURES = ["softmax", "reduce_sum", "bank_conflicts"]  # whose tables are kept for tests/profile/ncu/fixtures
CLOSE = 0.03
NCU = ["--profile-from-start", "off", "--set", "full", "--clock-control", "none", "--cache-control", "all",
       "--target-processes", "application-only", "--force-overwrite"]


def kernels():
    found = [(name, ROOT / "examples" / name) for name in EXAMPLES]
    return found + [(name, ROOT / "tests/diagnose/planted" / name / "a.toml") for name in PLANTED]


def run(command, limit, **more):
    """The finished process and its seconds; an exit code of 124 when it took too long."""
    began = time.monotonic()
    try:
        done = subprocess.run([str(each) for each in command], capture_output=True, text=True, timeout=limit, **more)
    except subprocess.TimeoutExpired as late:
        text = late.stdout.decode(errors="replace") if isinstance(late.stdout, bytes) else late.stdout or ""
        done = subprocess.CompletedProcess(command, 124, text, "took more than %d s" % limit)
    return done, time.monotonic() - began


def first_line(done):
    lines = (done.stderr or done.stdout or "nothing said").strip().splitlines()
    return lines[0] if lines else "nothing said"


def profile(options, problem, *more):
    """Profiles of all launches, seconds of the command, and why there are none."""
    command = [options.whet, "profile", problem, "--device", options.device, "--json", *more]
    done, seconds = run(command, 60)
    if done.returncode != 0:
        return None, seconds, first_line(done)
    return [launch["profile"] for launch in json.loads(done.stdout)["launches"]], seconds, ""


def metrics_of(profile, origins=("measured",)):
    return {name: value for origin in origins for name, value in profile["metrics"].get(origin, {}).items()}


def names(options):
    profiles, _, why = profile(options, ROOT / "examples/softmax", "--counters-only")
    if not profiles:
        return print("names: " + why)
    first = profiles[0]
    print("| metric | on this chip |\n| --- | --- |")
    for name in sorted(metrics_of(first)):
        print("| `%s` | yes |" % name)
    for sentence in first["unseen"]:
        print("| %s | |" % sentence)
    print("\n%d metrics in %d passes" % (len(metrics_of(first)), first["passes"]))


def by_ncu(options, name, problem):
    """Profiles by ncu --set full, and the seconds of its run without the import."""
    report = options.out / (name + ".ncu-rep")
    command = [options.ncu, *NCU, "--export", report, options.whet, "profiled", problem, "--device", options.device]
    done, seconds = run(command, 120)
    if done.returncode != 0 or not report.exists():
        return None, seconds, first_line(done)
    if name in FIXTURES:
        for page in ("raw", "details"):
            table, _ = run([options.ncu, "--import", report, "--csv", "--page", page], 60)
            (options.out / ("%s_%s.csv" % (name, page))).write_text(table.stdout)
    table, _ = run([options.ncu, "--import", report, "--csv", "--page", "raw", "--print-units", "base"], 60)
    parsed = rows_of(table.stdout)
    report.unlink()
    return parsed or None, seconds, "" if parsed else "the report has no launches"


def rows_of(text):
    """The launches of a raw page: names of metrics with numbers, in base units."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    rows = list(csv.reader(lines))
    if len(rows) < 3:
        return []
    found = []
    for row in rows[2:]:
        numbers = {}
        for name, text in zip(rows[0], row):
            try:
                numbers[name] = float(text.replace(",", ""))
            except ValueError:
                continue
        found.append(numbers)
    return found


def difference(a, b):
    return abs(a - b) / max(abs(a), abs(b)) if max(abs(a), abs(b)) > 0 else 0.0


class Comparison:
    """Differences by metric over all launches that were seen by both."""

    def __init__(self):
        self.by_metric, self.times, self.launches, self.failures = {}, [], 0, []

    def add(self, once, again, ncu):
        self.launches += 1
        first, second = metrics_of(once), metrics_of(again)
        for name, value in first.items():
            if name in ncu and name != "gpu__time_duration.sum":
                own = difference(value, second.get(name, value))
                self.by_metric.setdefault(name, []).append((difference(value, ncu[name]), own))

    def print_tables(self):
        print("| metric | launches | within 3 % | worst | worst between two CUPTI runs |\n| --- | --- | --- | --- | --- |")
        steady_out = []
        for name, pairs in sorted(self.by_metric.items()):
            inside = sum(d <= CLOSE for d, _ in pairs)
            worst, own = max(d for d, _ in pairs), max(o for _, o in pairs)
            print("| `%s` | %d | %d | %.2f %% | %.2f %% |" % (name, len(pairs), inside, 100 * worst, 100 * own))
            if any(d > CLOSE and o <= CLOSE for d, o in pairs):
                steady_out.append(name)
        varying = [name for name, pairs in sorted(self.by_metric.items()) if max(o for _, o in pairs) > CLOSE]
        print("\nvary from run to run by more than 3 %%: %s" % (", ".join(varying) or "none"))
        print("differ from ncu by more than 3 %% although two CUPTI runs agree: %s" % (", ".join(steady_out) or "none"))
        print("\n| kernel | CUPTI, s | passes | ncu --set full, s | ratio |\n| --- | --- | --- | --- | --- |")
        for name, own, passes, ncu in self.times:
            print("| %s | %.2f | %d | %.2f | %.1f |" % (name, own, passes, ncu, ncu / own))
        if self.times:
            print("\n%d launches; median ratio %.1f" % (self.launches, statistics.median(n / o for _, o, _, n in self.times)))
        for failure in self.failures:
            print("failed: " + failure)


def compare(options):
    comparison, began = Comparison(), time.monotonic()
    for name, problem in kernels():
        if options.only and name not in options.only.split(","):
            continue
        if time.monotonic() - began > options.seconds:
            comparison.failures.append(name + ": not tried, the time was over")
            continue
        profile(options, problem, "--counters-only")  # compiles, so that no time below has it
        once, seconds, why = profile(options, problem, "--counters-only")
        again, _, _ = profile(options, problem, "--counters-only")
        ncu, ncu_seconds, ncu_why = by_ncu(options, name, problem) if once else (None, 0, "")
        if not once or not again or not ncu or len(ncu) != len(once):
            comparison.failures.append("%s: %s" % (name, why or ncu_why or "another number of launches"))
            continue
        for each in zip(once, again, ncu):
            comparison.add(*each)
        comparison.times.append((name, seconds, once[0]["passes"], ncu_seconds))
        print("%s: CUPTI %.2f s, ncu %.2f s" % (name, seconds, ncu_seconds), file=sys.stderr)
    comparison.print_tables()


def samples(options):
    for name in SAMPLED:
        done, seconds = run([options.whet, "profile", ROOT / "examples" / name, "--device", options.device], 90)
        text = done.stdout if done.returncode == 0 else first_line(done)
        start = text.find("hot lines")
        print("### %s (%.1f s)\n```\n%s\n```" % (name, seconds, text[max(0, start):].strip()[:3000]))


def refused(options):
    cache = options.out / "refused_cache"
    cache.mkdir(exist_ok=True)
    os.chmod(cache, 0o777)
    command = [options.whet, "diagnose", ROOT / "examples/softmax", "--device", options.device]
    if os.geteuid() == 0:
        command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all", "--bounding-set=-all", *command]
    done, _ = run(command, 120, env={**os.environ, "WHET_CACHE": str(cache), "HOME": str(cache)})
    params = pathlib.Path("/proc/driver/nvidia/params")
    restricted = [line for line in params.read_text().splitlines() if "ProfilingAdminOnly" in line] if params.exists() else []
    print("driver: %s\nexit %d\n```\n%s\n```" % (restricted or "says nothing", done.returncode, (done.stdout or done.stderr).strip()[:3000]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["names", "compare", "samples", "refused"])
    parser.add_argument("--whet", default="build/whet")
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--ncu", default=shutil.which("ncu") or "ncu")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/gpu/profile"))
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--only", default="", help="names of kernels, separated by commas")
    options = parser.parse_args()
    options.whet = str(pathlib.Path(options.whet).resolve())
    options.out = options.out.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        globals()[options.step](options)
    except OSError as error:
        print("%s: %s" % (options.step, error))


main()
