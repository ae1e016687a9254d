#!/usr/bin/env python3
"""Counts the problems of tests/diagnose/golden/cases.toml on the virtual GPU and keeps what a diagnosis is made of as
NAME.json. Needs a CUDA toolkit and minutes; scripts/regenerate.sh then writes the diagnoses.
  scripts/record_diagnoses.py [--whet build/whet] [--only NAME]
  scripts/record_diagnoses.py --measured FOLDER     what `bench/diagnose/planted.py --save FOLDER` measured on a GPU"""
import argparse, json, pathlib, subprocess, sys, tempfile, tomllib
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[1]
GOLDEN = ROOT / "tests/diagnose/golden"
DIGITS = 7  # of fractions: shorter files, and the same text on machines whose last digits differ


def rounded(value):
    if isinstance(value, float):
        return float("%.*g" % (DIGITS, value))
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list) else value


def command(options, case, saved):
    problem = case["problem"] if case["problem"].startswith("examples/") else "tests/diagnose/" + case["problem"]
    parts = [str(pathlib.Path(options.whet).resolve()), "diagnose", problem, "--save", str(saved)]
    parts += ["--device", "virtual:" + case.get("gpu", "h200")]
    for key in ("case", "dims"):
        parts += ["--" + key, case[key]] if case.get(key) else []
    return parts


def record(options, case):
    with tempfile.TemporaryDirectory() as folder:
        saved = pathlib.Path(folder) / "saved.json"
        done = subprocess.run(command(options, case, saved), cwd=ROOT, capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            return case["name"] + ": " + done.stderr.strip()
        keep(json.loads(saved.read_text()), GOLDEN / (case["name"] + ".json"))
    return ""


def keep(content, path):
    content = rounded(content)
    content["problem"] = content["problem"].split("tests/diagnose/")[-1]
    for launch in content["launches"]:
        launch.get("code", {}).pop("instructions", None)  # no rule reads them, nor samples
        launch["profile"].pop("sampled", None)
        for line in launch["lines"].get("lines", []):
            line["file"] = line["file"].rsplit("/", 1)[-1]  # no path of the machine that counted
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--whet", default="build/release/whet")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--measured", type=pathlib.Path)
    options = parser.parse_args()
    if options.measured:
        for path in sorted(options.measured.glob("*.json")):
            keep(json.loads(path.read_text()), GOLDEN / "measured" / path.name)
        return
    cases = tomllib.loads((GOLDEN / "cases.toml").read_text())["case"]
    chosen = [each for each in cases if options.only in each["name"]]
    if not options.only:
        for old in GOLDEN.glob("*.json"):
            old.unlink()
    with ThreadPoolExecutor(options.jobs) as pool:
        wrong = [each for each in pool.map(lambda case: record(options, case), chosen) if each]
    print("\n".join(wrong + ["recorded %d of %d" % (len(chosen) - len(wrong), len(chosen))]))
    sys.exit(1 if wrong else 0)


main()
