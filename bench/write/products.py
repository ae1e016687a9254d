#!/usr/bin/env python3
"""What whet writes for products of matrices against cuBLAS (by torch.matmul), in one run on one GPU.

    products.py --whet build/whet --out DIR [--device cuda:0] [--only NAMES] [--sizes 4096x4096x4096,...] [--schedule NAME]
                [--count N] [--seconds S]

For every kernel and every size m x n x k: `whet init` and `whet write` from the bare source; the first N written kernels
(default 1), or the first of one schedule, by `whet bench` next to the original, which checks them; and the same product by
torch with CUDA events and a cold L2. Printed in Markdown; every result is kept under --out. torch computes the product alone:
maps before and after it are whet's extra work. Bytes are torch._int_mm. Without torch the column of cuBLAS stays empty."""
import argparse, json, pathlib, re, statistics, subprocess

from kernels import file_of

# The type of the elements, and whether the left and the right operand are stored turned.
KERNELS = {
    "product": ("float32", False, False),
    "product_tiled": ("float32", False, False),
    "linear_layer": ("float32", False, True),
    "product_of_turned": ("float32", True, False),
    "product_of_halves": ("float16", False, False),
    "layer_of_halves": ("float16", False, True),
    "turned_bfloats": ("bfloat16", True, False),
    "product_of_bytes": ("int8", False, True),
}


def run(command, seconds):
    try:
        done = subprocess.run([str(each) for each in command], capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return "", "did not end in %d s" % seconds
    return done.stdout, (done.stderr.strip().splitlines() or ["nothing said"])[0]


def written(options, name, dims, folder):
    """Seconds of the original and of each written kernel, or what went wrong."""
    _, said = run([options.whet, "init", file_of(name), "--kernel", name, "--dims", dims, "--out", folder / "problem.toml",
                   "--force"], 120)
    run([options.whet, "write", folder, "--all", folder / "written"], 120)
    paths = sorted((folder / "written").glob("*_%s.cu" % options.schedule))[: options.count]
    if not paths:
        yield None, None, "nothing written: " + said
    for path in paths:
        text, said = run([options.whet, "bench", folder, "--candidate", path, "--device", options.device, "--case", "default",
                          "--cache", "cold", "--seed", "1", "--json"], options.seconds)
        if not text:
            yield None, None, path.stem + ": " + said
            continue
        (folder / (path.stem + ".json")).write_text(text)
        result = json.loads(text)
        times = [each["timings"][0]["seconds"]["median"] for each in result["kernels"] if each["timings"]]
        wrong = [each["result"] for each in result["kernels"] if each["outcome"] not in ("correct", "excused")]
        if len(times) < 2 or wrong:
            yield None, None, "%s: %s" % (path.stem, wrong or result["outcome"])
        else:
            yield times[0], times[1], path.stem


def library(name, m, n, k, device):
    """Seconds of the product by torch, in the median of 50 with L2 flushed before each; None without torch."""
    try:
        import torch
    except ImportError:
        return None
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    kind, left_turned, right_turned = KERNELS[name]
    dtype = getattr(torch, kind)

    def matrix(rows, columns, turned):
        shape = (columns, rows) if turned else (rows, columns)
        values = torch.randint(-127, 128, shape, device=device) if kind == "int8" else torch.randn(shape, device=device)
        return values.to(dtype).t() if turned else values.to(dtype)

    a, b = matrix(m, k, left_turned), matrix(k, n, right_turned)
    multiply = (lambda: torch._int_mm(a, b)) if kind == "int8" else (lambda: torch.matmul(a, b))
    flush = torch.empty(256 << 20, dtype=torch.uint8, device=device)
    times = []
    for sample in range(60):
        flush.zero_()
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        multiply()
        end.record()
        torch.cuda.synchronize()
        if sample >= 10:  # the first ones choose an algorithm
            times.append(1e-3 * begin.elapsed_time(end))
    return statistics.median(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whet", default="build/whet")
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/gpu/products"))
    parser.add_argument("--only", default="")
    parser.add_argument("--sizes", default="4096x4096x4096")
    parser.add_argument("--schedule", default="*")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=120)
    options = parser.parse_args()
    print("| kernel | sizes | original | written | TFLOP/s | cuBLAS | TFLOP/s | written / cuBLAS | by |\n" + "| --- " * 9 + "|")
    for name in options.only.split(",") if options.only else KERNELS:
        for size in options.sizes.split(","):
            m, n, k = map(int, size.split("x"))
            folder = options.out / ("%s_%s" % (name, size))
            folder.mkdir(parents=True, exist_ok=True)
            results = list(written(options, name, "m=%d,n=%d,k=%d" % (m, n, k), folder))
            try:
                ours = library(name, m, n, k, options.device)
            except RuntimeError as trouble:
                ours, said = None, str(trouble).splitlines()[0]
                print("torch: " + said, flush=True)
            rate = lambda seconds: "%.1f us | %.1f" % (1e6 * seconds, 2e-12 * m * n * k / seconds) if seconds else "|"
            for before, after, by in results:
                share = "%.2f" % (ours / after) if ours and after else ""
                original = "%.1f us" % (1e6 * before) if before else ""
                print("| %s | %s | %s | %s | %s | %s | %s |" % (name, size, original, rate(after), rate(ours), share, by), flush=True)


main()
