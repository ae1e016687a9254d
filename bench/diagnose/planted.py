#!/usr/bin/env python3
"""Diagnoses the kernels with a planted bottleneck and the healthy ones, and counts how often the first finding is the
planted one.  planted.py --whet build/whet [--device virtual:h200] [--only NAME] [--seconds N]
With --seconds no kernel is begun after that time, and the figures are of those that were tried; --device cuda:0 wants
--jobs 1, because a GPU's counters belong to one process at a time."""
import argparse, json, pathlib, subprocess, time, tomllib
from concurrent.futures import ThreadPoolExecutor

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "tests/diagnose"
RULES = {
    "global_atomics_one_address": ["global_atomics"],
    "shared_atomics_contended": ["shared_atomics"],
    "spills": ["register_spills"],
    "narrow_loads": ["narrow_access"],
    "strided_structs": ["uncoalesced_loads", "strided_access"],
    "redundant_loads": ["redundant_loads", "untiled_product", "stencil_loads"],
}


def rules_for(name):
    return RULES.get(name, [name])


def diagnose(options, problem, case, share=1.0):
    if options.seconds and time.monotonic() - options.began > share * options.seconds:
        return None, ["not tried"]
    command = [options.whet, "diagnose", str(problem), "--device", options.device, "--json"]
    if case:
        command += ["--case", case]
    if options.save:
        name = "%s_%s" % (problem.parent.name, problem.stem) if problem.stem != "problem" else problem.parent.name
        command += ["--save", str(options.save / ("%s%s.json" % (name, "_" + case if case else "")))]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, ["did not end"]
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[:2]
    launch = json.loads(done.stdout)["launches"][0]
    return launch, ["%s %.2f" % (each["rule"], each["time_saved"]) for each in launch["actions"]]


def planted_cases():
    for each in tomllib.loads((CORPUS / "planted/bottlenecks.toml").read_text())["bottleneck"]:
        for style in "ab":
            accepted = list(rules_for(each["name"]))
            for other in each.get("accept", []):
                if style in other["styles"]:
                    accepted += rules_for(other["name"])
            for case in ("small", "large"):
                yield each["name"], CORPUS / "planted" / each["name"] / (style + ".toml"), case, accepted


def held_out_cases():
    for each in tomllib.loads((CORPUS / "held_out/expected.toml").read_text())["kernel"]:
        accepted = [rule for name in [each["bottleneck"], *each.get("also", [])] for rule in rules_for(name)]
        yield each["folder"], CORPUS / "held_out" / each["folder"] / "problem.toml", "", accepted


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--whet", default="build/whet")
    parser.add_argument("--device", default="virtual:h200")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--reverse", action="store_true", help="begin with the last case of each kind")
    parser.add_argument("--save", type=pathlib.Path, help="keep what was measured in this folder")
    options = parser.parse_args()
    options.began = time.monotonic()
    if options.save:
        options.save.mkdir(parents=True, exist_ok=True)
    held_out = [each for each in held_out_cases() if options.only in each[0]]
    cases = [each for each in planted_cases() if options.only in each[0]]
    cases += [each for each in held_out if each[3] != ["none"]]
    if options.seconds:  # one of each kind first, so that a short time sees them all
        kinds = {}
        for each in cases:
            kinds.setdefault(each[0], []).append(each)
        rounds = max(len(group) for group in kinds.values())
        cases = [group[i] for i in range(rounds) for group in kinds.values() if i < len(group)]
        if options.reverse:
            cases.reverse()
    healthy = [path for path in sorted((CORPUS / "healthy").glob("*/problem.toml")) if options.only in str(path)]
    healthy += [each[1] for each in held_out if each[3] == ["none"]]
    if options.reverse:
        healthy.reverse()
    right = tried = watched = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for (name, path, case, accepted), (launch, found) in zip(cases, pool.map(lambda c: diagnose(options, c[1], c[2], 0.8), cases)):
            tried += found != ["not tried"]
            if found == ["not tried"]:
                continue
            is_right = bool(launch and launch["actions"] and launch["actions"][0]["rule"] in accepted)
            right += is_right
            print("%-5s %-28s %s %-6s %-9s %s" % ("ok" if is_right else "MISS", name, path.stem, case, launch and launch["bound"], ", ".join(found[:4])))
        calm = 0
        for path, (launch, found) in zip(healthy, pool.map(lambda p: diagnose(options, p, ""), healthy)):
            if found == ["not tried"]:
                continue
            watched += 1
            is_calm = bool(launch) and all(each["severity"] == "low" for each in launch["actions"])
            calm += is_calm
            print("%-5s %-28s %-9s %s" % ("ok" if is_calm else "LOUD", path.parent.name, launch and launch["bound"], ", ".join(found[:4])))
    print("planted bottleneck found first: %d of %d; healthy kernels without a finding above low: %d of %d" % (right, tried, calm, watched))


main()
