#!/usr/bin/env python3
"""What it costs to judge at real sizes, on a GPU: whet with data on the GPU, whet with data on the CPU, and the usual
way (nvcc, ctypes, torch.allclose, events in one Python process). Prints a table; README.md says what is in it.

  bench/judge/real_sizes.py [--whet build/whet] [--device cuda:0] [--host-seconds 120] [PROBLEM...]
"""
import argparse
import ctypes
import json
import os
import pty
import re
import shutil
import subprocess
import tempfile
import threading
import time

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "real_sizes")
PROBLEMS = ["softmax", "sgemm", "copy", "histogram", "batch_norm"]

# What the usual way needs to call each kernel: its inputs, its outputs and its launch.
LAUNCHES = {
    "softmax": ("const float* in, float* out", "softmax<<<32768 / 4, 128>>>(in, out, 32768, 2048)"),
    "sgemm": ("const float* a, const float* b, float* c",
              "sgemm<<<dim3(128, 128), dim3(32, 32)>>>(a, b, c, 4096, 4096, 4096)"),
    "copy": ("const float* in, float* out", "copy<<<268435456 / 256, 256>>>(in, out, 268435456)"),
    "histogram": ("const unsigned char* in, unsigned* bins", "histogram<<<134217728 / 256, 256>>>(in, bins, 134217728)"),
    "batch_norm": ("const float* in, float* out",
                   "batch_norm<<<256, 512>>>(in, out, 64, 256, 16384, 1e-5f)"),
}
SIZES = {
    "softmax": ([32768 * 2048], 32768 * 2048), "sgemm": ([4096 * 4096, 4096 * 4096], 4096 * 4096),
    "copy": ([268435456], 268435456), "histogram": ([134217728], 256), "batch_norm": ([268435456], 268435456),
}


# Sizes at which arrays take no room: what is in use there is that of the processes' contexts and code.
SMALL = {"softmax": "rows=64", "sgemm": "m=64,n=64,k=64", "copy": "n=16384", "histogram": "n=16384",
         "batch_norm": "images=2,pixels=64"}


class MemoryWatch:
    """The most memory of the GPU that was in use, in MiB above what was in use before."""

    def __enter__(self):
        self.least = self.most = self.used()
        self.ends = False
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends = True
        self.thread.join()

    def used(self):
        out = subprocess.run(["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"],
                             capture_output=True, text=True).stdout
        return int(out.split()[0]) if out.split() else 0

    def watch(self):
        while not self.ends:
            self.most = max(self.most, self.used())
            time.sleep(0.02)

    @property
    def mebibytes(self):
        return self.most - self.least


def timed(command, limit, environment=None):
    """Seconds, exit code and output; (limit, None, ...) when it took longer."""
    begin = time.time()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit,
                              env={**os.environ, **(environment or {})})
    except subprocess.TimeoutExpired:
        return limit, None, ""
    return time.time() - begin, done.returncode, done.stdout + done.stderr


def shown(seconds, code):
    if code is None:
        return f"> {seconds:.0f}"
    return f"{seconds:.2f}" + ("" if code == 0 else f" (rc {code})")


def changed_kernel(folder, name):
    """Another text of the same kernel, so that nothing of the first is reused."""
    path = os.path.join(folder, "candidate.cu")
    with open(os.path.join(folder, name + ".cu")) as source, open(path, "w") as to:
        to.write("// a candidate\n" + source.read())
    return path


class Run:
    """One `whet optimize`: seconds until its first candidate was judged, of the whole, and what candidates took."""

    def __init__(self, whet, folder, device, seconds):
        begin = time.time()
        process, terminal = pty.fork()
        if process == 0:
            os.execv(whet, [whet, "optimize", folder, "--device", device, "--seconds", str(seconds)])
        self.judged, self.text, round_ = [], b"", 0
        while True:
            try:
                more = os.read(terminal, 65536)
            except OSError:
                break
            if not more:
                break
            self.text += more
            for count in re.findall(rb"(\d+) of \d+ candidates judged", more):
                if int(count) != round_:
                    self.judged.append(time.time() - begin)
                round_ = int(count)
        os.waitpid(process, 0)
        self.seconds = time.time() - begin
        tried = re.search(rb"tried\s+(\d+)", self.text)
        self.tried = int(tried.group(1)) if tried else 0
        judge = re.search(rb"judge ([0-9.]+) s", self.text)
        self.judge_ms = 1e3 * float(judge.group(1)) / max(1, self.tried) if judge else 0
        self.first = self.judged[0] if self.judged else None

    @property
    def per_second(self):
        """Candidates judged a second, from the first to the last of them, compilers and search included."""
        return (len(self.judged) - 1) / (self.judged[-1] - self.judged[0]) if len(self.judged) > 1 else 0


def usual_way(folder, name):
    """Seconds for one more candidate: its compiler, and then loading, running, comparing and timing it."""
    import torch
    arguments, launch = LAUNCHES[name]
    counts, out_count = SIZES[name]
    is_bytes = name == "histogram"

    def library(source, file):
        with open(file + ".cu", "w") as to:
            to.write(source + f'\nextern "C" void run({arguments}) {{ {launch}; }}\n')
        subprocess.run(["nvcc", "-O3", "-arch=native", "-Xcompiler", "-fPIC", "-shared", "-o", file + ".so",
                        file + ".cu"], check=True)
        return ctypes.CDLL(file + ".so").run

    def called(run, tensors):
        run(*[ctypes.c_void_p(tensor.data_ptr()) for tensor in tensors])

    source = open(os.path.join(folder, name + ".cu")).read()
    torch.manual_seed(1)
    inputs = [torch.randint(0, 256, (n,), dtype=torch.uint8, device="cuda") if is_bytes else
              torch.randn(n, device="cuda") for n in counts]
    out = torch.zeros(out_count, dtype=torch.int32 if is_bytes else torch.float32, device="cuda")
    original = library(source, os.path.join(folder, "original"))
    called(original, inputs + [out])
    torch.cuda.synchronize()
    expected = out.clone()
    begin = time.time()
    candidate = library("// a candidate\n" + source, os.path.join(folder, "usual"))
    compiled = time.time()
    out.zero_()
    called(candidate, inputs + [out])
    same = torch.equal(out, expected) if is_bytes else torch.allclose(out, expected, rtol=1e-4, atol=1e-5)
    events = [(torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)) for _ in range(20)]
    for _ in range(3):
        called(candidate, inputs + [out])
    for start, stop in events:
        start.record()
        called(candidate, inputs + [out])
        stop.record()
    torch.cuda.synchronize()
    assert same
    return compiled - begin, time.time() - compiled


def kernel_seconds(whet, folder, device):
    _, code, out = timed([whet, "bench", folder, "--device", device, "--cache", "cold", "--json"], 120)
    try:
        text = out[out.index("{"):]
        found = re.findall(r'"median(?:_seconds)?":\s*([0-9.e+-]+)', text)
        return min(float(value) for value in found if float(value) > 0)
    except (ValueError, KeyError):
        return 0.0


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--whet", default="build/whet")
    options.add_argument("--device", default="cuda:0")
    options.add_argument("--host-seconds", type=float, default=120, help="limit of one command with data on the CPU; 0: leave it out")
    options.add_argument("--seconds", type=int, default=20, help="of `whet optimize`; 0: leave it out")
    options.add_argument("problems", nargs="*", default=PROBLEMS)
    given = options.parse_args()
    print("| problem | kernel | check | allowed | bench of two | allowed | first judged | tried | a second | a "
          "candidate: check and screen | allowed | GPU memory of arrays | of the problem's | check, data on the CPU | bench of two | usual way: "
          "compile + check and time |")
    print("| --- " + "| --: " * 15 + "|", flush=True)
    for name in given.problems or PROBLEMS:
        with tempfile.TemporaryDirectory() as scratch:
            print("| " + " | ".join(measured(name, scratch, given)) + " |", flush=True)


def measured(name, scratch, given):
    """The cells of a problem's row."""
    whet, device = os.path.abspath(given.whet), given.device
    folder = os.path.join(scratch, name)
    shutil.copytree(os.path.join(HERE, name), folder)
    candidate = changed_kernel(folder, name)
    check = [whet, "check", candidate, "--device", device]
    bench = [whet, "bench", folder, "--candidate", candidate, "--device", device]
    kernel = kernel_seconds(whet, folder, device)
    timed(check, 120)  # compiles whet's own kernels where nobody has yet
    with MemoryWatch() as small:
        timed(check + ["--dims", SMALL[name]], 120)
    with MemoryWatch() as memory:
        checked = timed(check, 120)
    benched = timed(bench, 120)
    for what, done in (("check", checked), ("bench", benched)):
        if done[1] != 0:
            print(f"{what}: {done[2][-600:]}", flush=True)
    inputs, outputs = SIZES[name]
    arrays = (sum(inputs) * (1 if name == "histogram" else 4) + outputs * 4) / 2**20
    taken = memory.mebibytes - small.mebibytes
    cells = [name, f"{1e3 * kernel:.3f} ms", shown(*checked[:2]), f"{3 + 60 * kernel:.2f}", shown(*benched[:2]),
             f"{4 + 250 * 2 * kernel:.2f}"]
    cells += optimized(Run(whet, folder, device, given.seconds), kernel) if given.seconds else ["-"] * 5
    cells += [f"{taken} MiB ({taken / arrays:.1f} times)", f"{arrays:.0f} MiB"]
    if given.host_seconds:
        cells += [shown(*timed(each, given.host_seconds, {"WHET_HOST_ARRAYS": "all"})[:2]) for each in (check, bench)]
    else:
        cells += ["-"] * 2
    compiled, judged = usual_way(folder, name)
    return cells + [f"{compiled:.2f} + {judged:.3f}"]


def optimized(run, kernel):
    """The cells of one `whet optimize`."""
    if run.first is None:
        print(run.text[-1500:].decode(errors="replace"), flush=True)
    return [f"{run.first:.2f}" if run.first else "none", f"{run.tried} in {run.seconds:.1f} s",
            f"{run.per_second:.1f}", f"{run.judge_ms:.1f} ms", f"{40 + 20e3 * kernel:.1f} ms"]


if __name__ == "__main__":
    main()
