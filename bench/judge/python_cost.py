"""What one candidate costs by the usual way: nvcc, ctypes, torch.allclose, torch's events. Beside judge_cost.

    python3 bench/judge/python_cost.py examples/sgemm_naive/sgemm_naive.cu 1280 5
"""
import ctypes
import os
import subprocess
import sys
import tempfile
import time

LAUNCH = """
extern "C" void solve(const float* a, const float* b, float* c, int m, int n, int k) {
  const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  sgemm_naive<<<grid, block>>>(a, b, c, m, n, k);
}
"""


def build(source, number, folder):
    path = os.path.join(folder, f"candidate{number}")
    with open(path + ".cu", "w") as file:
        file.write(source + LAUNCH + f"\n__device__ int variant_{number}() {{ return {number}; }}\n")
    subprocess.run(["nvcc", "-O3", "-arch=sm_90", "-shared", "-Xcompiler", "-fPIC", "-o", path + ".so", path + ".cu"], check=True)
    return ctypes.CDLL(path + ".so")


def main():
    source, size, count = open(sys.argv[1]).read(), int(sys.argv[2]), int(sys.argv[3])
    begin = time.perf_counter()
    import torch

    torch.manual_seed(0)
    a, b = (torch.randn(size, size, device="cuda") for _ in range(2))
    expected = (a.double() @ b.double()).float()
    torch.cuda.synchronize()
    print(f"torch imported and the reference computed in {time.perf_counter() - begin:.2f} s")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            begin = time.perf_counter()
            library = build(source, number, folder)
            compiled = time.perf_counter()
            c = torch.full((size, size), float("nan"), device="cuda")
            pointers = [ctypes.c_void_p(t.data_ptr()) for t in (a, b, c)]
            call = lambda: library.solve(*pointers, size, size, size)
            call()
            assert torch.allclose(c, expected, rtol=1e-3, atol=1e-3)
            checked = time.perf_counter()
            for _ in range(5):
                call()
            times = []
            for _ in range(7):
                start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                start.record()
                call()
                stop.record()
                torch.cuda.synchronize()
                times.append(start.elapsed_time(stop))
            done = time.perf_counter()
            rows.append((compiled - begin, checked - compiled, done - checked, done - begin))
    print(f"kernel of {sorted(times)[3]:.3f} ms")
    print("| nvcc + Python + torch events | median ms |\n| --- | --: |")
    for name, column in zip(("compile", "check", "time", "whole"), zip(*rows)):
        print(f"| {name} | {1e3 * sorted(column)[len(column) // 2]:.1f} |")


main()
