#!/usr/bin/env python3
"""What whet writes for naive attention in halves against torch's flash attention, in one run on one GPU.

    attention.py --whet build/whet --out DIR [--batch 4] [--heads 16] [--seq 4096] [--dims 64,128] [--count N] [--original]
             [--schedules warpgroup_attention,attention]

For every length of a head, with all keys and with those up to the query: `whet write` from attention.cu, every written kernel
of the schedules (or the first N of each) compiled by nvcc, compared with torch in double and timed by events with a cold L2;
beside it scaled_dot_product_attention with the flash backend and, where it is there, that of cuDNN. --original times the naive
kernel too: seconds at these sizes, so take --batch 1 --seq 2048 with it. Needs a GPU, nvcc and torch. Printed in Markdown."""
import argparse, pathlib, shutil, subprocess, tomllib
from concurrent.futures import ThreadPoolExecutor

import torch
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from variants import Kernel, array, compiled, error_of, seconds_of

HERE = pathlib.Path(__file__).resolve().parent
PROBLEM = """kernel = "%s"
entry = "%s"
[dims]
heads = %d
seq = %d
dim = %d
%s
[[args]]
name = "heads"
type = "i32"
[[args]]
name = "seq"
type = "i32"
[[args]]
name = "dim"
type = "i32"
[[args]]
name = "scale"
type = "f32"
value = "pow(dim, -0.5)"
[launch]
grid = ["seq", "heads"]
block = [%d]
"""
ARRAY = '[[args]]\nname = "%s"\ntype = "f16"\nshape = ["heads", "seq", "dim"]\n%s'


def write(options, folder, entry, sizes):
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "attention.cu", folder / "attention.cu")
    arrays = "".join(ARRAY % (name, 'role = "out"\n' if name == "o" else "") for name in "qkvo")
    (folder / "problem.toml").write_text(
        PROBLEM % ("attention.cu", entry, sizes["heads"], sizes["seq"], sizes["dim"], arrays, -(-sizes["dim"] // 32) * 32))
    paths = []
    for schedule in options.schedules.split(","):
        done = subprocess.run([str(options.whet), "write", str(folder), "--all", str(folder / schedule), "--schedule", schedule],
                              capture_output=True, text=True)
        written = sorted((folder / schedule).glob("*.cu"))[: options.count]
        if not written:
            print("%s: nothing written: %s" % (entry, (done.stderr.strip().splitlines() or [""])[0]), flush=True)
        paths += written
    return paths + ([folder / "attention.cu"] if options.original else [])


def exact(arrays, sizes, is_causal):
    """By heads, in double: the scores of all at once do not fit."""
    rows = []
    for h in range(sizes["heads"]):
        q, k, v = (arrays[name][h].double() for name in "qkv")
        scores = q @ k.T / sizes["dim"] ** 0.5
        if is_causal:
            scores.masked_fill_(torch.ones_like(scores, dtype=torch.bool).triu(1), float("-inf"))
        rows.append((scores.softmax(-1) @ v).half())
    return torch.stack(rows)


def measure(options, dim, is_causal, flush):
    entry = "causal_attention" if is_causal else "attention"
    sizes = {"heads": options.batch * options.heads, "seq": options.seq, "dim": dim}
    paths = write(options, options.out / ("%s_%d" % (entry, dim)), entry, sizes)
    problem = tomllib.loads((options.out / ("%s_%d" % (entry, dim)) / "problem.toml").read_text())
    arrays = {each["name"]: array(each, sizes) for each in problem["args"] if "shape" in each}
    wanted = exact(arrays, sizes, is_causal)
    operations = 4 * sizes["heads"] * options.seq ** 2 * dim / (2 if is_causal else 1)
    shaped = [arrays[name].reshape(options.batch, options.heads, options.seq, dim) for name in "qkv"]

    def by_torch(backend):
        with sdpa_kernel(backend):
            return functional.scaled_dot_product_attention(*shaped, is_causal=is_causal)

    head = "| %s | %d x %d x %d x %d |" % (entry, options.batch, options.heads, options.seq, dim)
    library = float("nan")
    for name, backend in (("torch flash", SDPBackend.FLASH_ATTENTION), ("torch cuDNN", SDPBackend.CUDNN_ATTENTION)):
        try:
            error = error_of([wanted], [by_torch(backend).reshape(wanted.shape)])
        except RuntimeError:
            continue
        seconds = seconds_of(lambda: by_torch(backend), flush, options.samples)
        library = seconds if name == "torch flash" else library
        print(head, "%s | %.1f us | %.0f | %.2f | %.1e |" % (
            name, 1e6 * seconds, 1e-12 * operations / seconds, library / seconds, error), flush=True)
    with ThreadPoolExecutor(8) as pool:
        cubins = list(pool.map(compiled, paths))
    for path, cubin in zip(paths, cubins):
        if not cubin:
            print(head, path.stem, "| does not compile | | | |", flush=True)
            continue
        kernel = Kernel(path, cubin, problem, sizes)
        kernel.prepare(arrays)
        arrays["o"].zero_()
        seconds = seconds_of(kernel.launch, flush, options.samples)
        torch.cuda.synchronize()
        error = error_of([wanted], [arrays["o"]])
        print(head, "%s | %.1f us | %.0f | %.2f | %.1e |" % (
            path.stem, 1e6 * seconds, 1e-12 * operations / seconds, library / seconds, error), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whet", default="build/whet")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/gpu/attention"))
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--heads", type=int, default=16)
    parser.add_argument("--seq", type=int, default=4096)
    parser.add_argument("--dims", default="64,128")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--samples", type=int, default=7)
    parser.add_argument("--schedules", default="warpgroup_attention,attention")
    parser.add_argument("--original", action="store_true")
    options = parser.parse_args()
    flush = torch.zeros(64 << 20, dtype=torch.int32, device="cuda")
    print("| kernel | batch x heads x keys x dim | by | time | TFLOP/s | share of torch | error |\n" + "| --- " * 7 + "|")
    for dim in map(int, options.dims.split(",")):
        for is_causal in (False, True):
            measure(options, dim, is_causal, flush)


if __name__ == "__main__":
    main()
