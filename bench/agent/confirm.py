#!/usr/bin/env python3
"""The kernels that an agent wrote with nothing but the skill, judged again: three kernels that the writer cannot do whole.

    confirm.py --whet build/whet --out DIR [--device cuda:0] [--small] [--seconds 30]

For each problem: `whet optimize` for --seconds (what whet reaches alone; 0 leaves it out), then `whet start`, `whet submit` of
candidate.cu and `whet finish`, on data that nobody has seen. --small takes the sizes at which the kernels were written, which a
virtual GPU runs quickly. Prints a table in Markdown; every report is kept under --out. Exit code 1: a candidate was not
confirmed."""
import argparse, json, pathlib, shutil, subprocess, sys

HERE = pathlib.Path(__file__).resolve().parent
SIZES = {"spikes": "neurons=65536,steps=1024", "probe": "slots=4194304,n=16777216", "relax": "rows=65536,cols=1024"}


def run(options, *command, fine=(0,)):
    done = subprocess.run([str(options.whet), *map(str, command)], capture_output=True, text=True)
    if done.returncode not in fine:
        print("whet %s: exit %d: %s" % (command[0], done.returncode, (done.stderr.strip().splitlines() or ["?"])[0]))
    return done


def speedup(text):
    result = json.loads(text)["result"]
    found = result["speedup"]
    return "%.2fx [%.2f %.2f]" % (found["value"], found["low"], found["high"]) if result["outcome"] == "faster" else result["outcome"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whet", type=pathlib.Path, default=pathlib.Path("build/release/whet"))
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/agent"))
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--seconds", type=int, default=30)
    options = parser.parse_args()
    options.whet, all_confirmed = options.whet.resolve(), True
    print("| kernel | sizes | whet alone | the agent's kernel | times |\n| --- | --- | --- | --- | --- |")
    for name, sizes in SIZES.items():
        folder = options.out.resolve() / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(HERE / name, folder)
        (folder / ".whet").mkdir()
        dims = [] if options.small else ["--dims", sizes]
        alone = "not tried"
        if options.seconds:
            done = run(options, "optimize", folder, "--device", options.device, *dims, "--seconds", options.seconds, "--json", fine=(0, 2))
            alone = speedup(done.stdout) if done.returncode in (0, 2) else "failed"
        run(options, "start", folder, "--device", options.device, *dims)
        run(options, "submit", folder / "candidate.cu", "--project", folder, "--memo", "the agent's")
        done = run(options, "finish", "--project", folder, "--json", fine=(0, 1, 2))
        (folder / "finish.json").write_text(done.stdout)
        found = speedup(done.stdout) if done.stdout.strip() else "failed"
        all_confirmed &= done.returncode == 0
        times = "; ".join("%s: %.1f us to %.1f us" % (case["case"], 1e6 * case["baseline"]["median"], 1e6 * (case["champion"] or case["baseline"])["median"])
                          for case in json.loads(done.stdout or '{"cases": []}')["cases"])
        print("| %s | %s | %s | %s | %s |" % (name, "as written" if options.small else sizes, alone, found, times), flush=True)
    sys.exit(0 if all_confirmed else 1)


if __name__ == "__main__":
    main()
