#!/usr/bin/env python3
"""The programs of the launchers' cases, on a GPU: each compares what a launcher stores with what its original stores.

    launchers.py --whet build/whet --out DIR [--virtual] [--seconds 90] [--jobs 8]

Runs the commands of tests/cli/cases/launcher*.case that compile and start such a program; --virtual leaves the program to
the virtual GPU, as the cases themselves do. Prints the name of each case with its exit status; what it said is in
DIR/NUMBER/said.txt."""
import argparse, os, pathlib, re, shutil, subprocess
from concurrent.futures import ThreadPoolExecutor

TESTS = pathlib.Path(__file__).resolve().parents[2] / "tests/cli"
PROGRAM = re.compile(r"cases/launcher/(run|by_size)\.sh ")


def cases():
    """The name, the files and the command of each case that starts a program."""
    for path in sorted((TESTS / "cases").glob("launcher*.case")):
        for text in re.split(r"^(?=NAME )", path.read_text(), flags=re.M):
            command = re.search(r"^RUN +(.*)$", text, re.M)
            if command and PROGRAM.search(command.group(1)):
                files = re.findall(r"^FILE +(\S+)\n(.*?)^END$", text, re.M | re.S)
                yield re.search(r"^NAME +(.*)$", text, re.M).group(1), files, command.group(1)


def prepare(folder, files):
    """What the command line's own test runner lays out: the fixtures as `cases`, copied, and the case's files."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(TESTS / "fixtures", folder / "cases")
    for name, text in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def run(folder, command, options):
    programs = "%s:%s" % (options.whet.resolve().parent, os.environ["PATH"])
    libraries = "/usr/local/cuda/lib64:" + os.environ.get("LD_LIBRARY_PATH", "")
    environment = {**os.environ, "PATH": programs, "LD_LIBRARY_PATH": libraries}
    if not options.virtual:
        environment["WHET_LAUNCHED"] = "gpu"
    with open(folder / "said.txt", "wb") as said:
        try:
            return subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=said,
                                  stderr=subprocess.STDOUT, timeout=options.seconds).returncode
        except subprocess.TimeoutExpired:
            return "did not end in %d s" % options.seconds


def tried(number, case, options):
    """The case's name, whether its program found the same everywhere, and how it ended."""
    name, files, command = case
    folder = options.out / str(number)
    prepare(folder, files)
    status = run(folder, command, options)
    said = (folder / "said.txt").read_text(errors="replace")
    if "the same everywhere" in said:
        return name, True, "exit %s" % status
    return name, False, "exit %s, %s" % (status, (said.strip().splitlines() or ["nothing said"])[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whet", type=pathlib.Path, default=pathlib.Path("build/whet"))
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/gpu/launchers"))
    parser.add_argument("--virtual", action="store_true")
    parser.add_argument("--seconds", type=int, default=90)
    parser.add_argument("--jobs", type=int, default=8)
    options = parser.parse_args()
    same = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for number, (name, is_same, said) in enumerate(pool.map(lambda each: tried(*each, options), enumerate(cases(), 1)), 1):
            same += is_same
            print("%3d %s: %s" % (number, name, said), flush=True)
    print("%d of %d programs found the same everywhere" % (same, number))


main()
