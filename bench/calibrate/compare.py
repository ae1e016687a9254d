"""What whet calibrate found, next to plain large copies and large vendor matrix products of the same run.

    python3 bench/calibrate/compare.py CALIBRATION.json

CALIBRATION.json is the output of `whet calibrate --json`. Needs PyTorch with CUDA. Copies count bytes read and written;
products are timed on random data with CUDA events, one launch a sample after an untimed warm-up of half a second, and
the median is taken.
"""
import json
import statistics
import sys

import torch

GIB = 1 << 30
SIZE = 8192


def median_seconds(work, samples=21):
    torch.cuda.synchronize()
    for _ in range(3):
        work()
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    work()
    end.record()
    torch.cuda.synchronize()
    for _ in range(max(1, int(0.5e3 / max(begin.elapsed_time(end), 1e-3)))):
        work()
    times = []
    for _ in range(samples):
        begin.record()
        work()
        end.record()
        torch.cuda.synchronize()
        times.append(1e-3 * begin.elapsed_time(end))
    return statistics.median(times)


def copy_rates():
    free = torch.cuda.mem_get_info()[0]
    bytes_each = min(4 * GIB, free // 4 // GIB * GIB)
    source = torch.randint(0, 256, (bytes_each,), dtype=torch.uint8, device="cuda")
    target = torch.empty_like(source)
    yield "torch copy_", "dram_copy", 2 * bytes_each / median_seconds(lambda: target.copy_(source))
    runtime = torch.cuda.cudart()
    if hasattr(runtime, "cudaMemcpyAsync"):
        copy = lambda: runtime.cudaMemcpyAsync(target.data_ptr(), source.data_ptr(), bytes_each, 3, torch.cuda.current_stream().cuda_stream)
    else:  # contiguous tensors of one type are copied by cudaMemcpyAsync as well
        import ctypes
        library = ctypes.CDLL("libcudart.so")
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        to, frm = ctypes.c_void_p(target.data_ptr()), ctypes.c_void_p(source.data_ptr())
        def copy():
            if library.cudaMemcpyAsync(to, frm, ctypes.c_size_t(bytes_each), 3, stream) != 0:
                raise RuntimeError("cudaMemcpyAsync failed")
    try:
        yield "cudaMemcpy device to device", "dram_copy", 2 * bytes_each / median_seconds(copy)
    except (RuntimeError, OSError) as error:
        print(f"cudaMemcpy device to device: {error}")


def product_rates():
    operations = 2 * SIZE**3
    a, b = (torch.randn(SIZE, SIZE, device="cuda") for _ in range(2))
    for name, probe, tf32 in (("fp32", "product_fp32", False), ("tf32", "product_tf32", True)):
        torch.backends.cuda.matmul.allow_tf32 = tf32
        yield f"cuBLAS {name}, {SIZE} cubed", probe, operations / median_seconds(lambda: a @ b)
    for name, kind in (("fp16", torch.float16), ("bf16", torch.bfloat16)):
        x, y = a.to(kind), b.to(kind)
        yield f"cuBLAS {name}, {SIZE} cubed", f"product_{name}", operations / median_seconds(lambda: x @ y)
    x = torch.randint(-128, 128, (SIZE, SIZE), dtype=torch.int8, device="cuda")
    y = torch.randint(-128, 128, (SIZE, SIZE), dtype=torch.int8, device="cuda").t()
    yield f"cuBLAS int8, {SIZE} cubed", "product_int8", operations / median_seconds(lambda: torch._int_mm(x, y))


def main():
    figures = {each["id"]: each for each in json.load(open(sys.argv[1]))["figures"]}
    print(f"{'in the same run':34} {'rate':>12} {'whet calibrate':>15} {'ratio':>7}  status of the probe")
    for rates in (copy_rates, product_rates):
        for name, probe, rate in rates():
            figure = figures.get(probe)
            found = f"{figure['value'] / 1e12:15.3f} {rate / figure['value']:7.3f}  {figure['status']}" if figure else f"{'-':>15}"
            print(f"{name:34} {rate / 1e12:10.3f} T {found}", flush=True)


if __name__ == "__main__":
    main()
