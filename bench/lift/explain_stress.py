#!/usr/bin/env python3
"""Inputs that are hard for `whet explain`: it must end within 5 s and 1 GB whatever it gets.

  explain_stress.py --whet build/whet [--seed N] [--count N] [--seeds FOLDER]

Sources are generated in sizes that grow: loops in loops, long sums, many branches, many kernels, deep templates, many
barriers, long chains of selects. With --seeds, PTX made from the .cu files of that folder is changed at random (lines
removed, repeated, exchanged, numbers replaced) as well. Prints the longest time and the largest process, and fails
beyond the limits or where the exit code is none of 0, 1 and 3.
"""
import argparse
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

MOST_SECONDS, MOST_MB = 5.0, 1024
HEAD = "__global__ void k(const float* x, float* y, int n, int m) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  float s = 0;\n"
TAIL = "  if (i < n) y[i] = s;\n}\n"


def nested_loops(size):
    variables = [f"j{d}" for d in range(size)]
    text = "".join(f"for (int {v} = 0; {v} < m + {d}; ++{v}) " for d, v in enumerate(variables))
    return HEAD + "  " + text + "s += x[" + " + ".join(variables) + "];\n" + TAIL


def long_sum(size):
    return HEAD + "".join(f"  s += x[i * {k + 1} + {k * k}] * x[n * {k} + i];\n" for k in range(40 * size)) + TAIL


def branches(size):
    return HEAD + "".join(f"  if (x[i + {k}] > s) s = x[i * {k + 2}] * s; else s += x[{k}];\n" for k in range(8 * size)) + TAIL


def selects(size):
    return HEAD + "".join(f"  s = x[i + {k}] > 0 ? s * s + {k} : s - x[i] * s;\n" for k in range(12 * size)) + TAIL


def powers(size):
    return HEAD + "  s = x[i];\n" + "".join("  s = s * s + s * x[i + 1] + x[i];\n" for _ in range(3 * size)) + TAIL


def many_kernels(size):
    one = "__global__ void k{0}(const float* x, float* y, int n) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0; for (int j = 0; j < n; ++j) s += x[i * n + j] * {0}; if (i < n) y[i] = s; }}\n"
    return "".join(one.format(k) for k in range(20 * size))


def templates(size):
    return ("template <int N, int M> struct D { static __device__ float f(float x) { return D<N - 1, M>::f(x) * 1.0001f"
            " + D<N - 1, M + 1>::f(x); } };\ntemplate <int M> struct D<0, M> { static __device__ float f(float x) {"
            f" return x + M; }} }};\n__global__ void k(float* x) {{ x[0] = D<{18 * size}, 0>::f(x[1]); }}\n")


def barriers(size):
    body = "".join(f"  t[threadIdx.x] = s; __syncthreads(); s += t[(threadIdx.x * {2 * k + 1}) % 256]; __syncthreads();\n"
                   for k in range(6 * size))
    return HEAD.replace("  float s", "  __shared__ float t[256];\n  float s") + body + TAIL


def slow_to_run(size):
    return HEAD + f"  for (int a = 0; a < {1000 * size}; ++a) for (int b = 0; b < n; ++b) s += x[b] * a;\n" + TAIL


def local_array(size):
    return HEAD + f"  float a[{64 * size}];\n  for (int j = 0; j < {64 * size}; ++j) a[j] = x[i + j];\n" + \
        f"  for (int j = 0; j < {64 * size}; ++j) s += a[j] * a[{64 * size - 1} - j];\n" + TAIL


KINDS = [nested_loops, long_sum, branches, selects, powers, many_kernels, templates, barriers, slow_to_run, local_array]


def changed(text, chance):
    lines = text.split("\n")
    for _ in range(chance.randint(1, 12)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        how = chance.randrange(5)
        if how == 0:
            del lines[at]
        elif how == 1:
            lines.insert(at, lines[other])
        elif how == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif how == 3:
            lines[at] = "".join(chance.choice("0123456789") if c.isdigit() else c for c in lines[at])
        else:
            lines[at] = lines[at].replace(chance.choice(["add", "mul", "lt", "%r1", "u32"]), chance.choice(["sub", "div", "ge", "%r2", "u64"]))
    return "\n".join(lines)


class Stress:
    def __init__(self, whet):
        self.whet, self.worst, self.failures = whet, (0.0, ""), []

    def run(self, name, path, cache):
        begin = time.monotonic()
        done = subprocess.run([self.whet, "explain", str(path)], capture_output=True, text=True, errors="replace",
                              env={**os.environ, "WHET_CACHE": cache})
        took = time.monotonic() - begin
        self.worst = max(self.worst, (took, name))
        if done.returncode not in (0, 1, 3) or took > MOST_SECONDS:
            self.failures.append(f"{name}: exit {done.returncode}, {took:.2f} s: {done.stderr[:200]}")
        first = (done.stderr or done.stdout).split("\n")[0]
        print(f"{took:6.2f} s  exit {done.returncode}  {name}: {first[:120]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--whet", default="build/whet")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--sizes", default="1,3,10,30")
    parser.add_argument("--seeds", type=pathlib.Path)
    options = parser.parse_args()
    stress, chance = Stress(options.whet), random.Random(options.seed)
    with tempfile.TemporaryDirectory() as work:
        for kind in KINDS:
            for size in map(int, options.sizes.split(",")):
                path = pathlib.Path(work) / f"{kind.__name__}_{size}.cu"
                path.write_text(kind(size))
                stress.run(path.stem, path, work)
        seeds = [] if options.seeds is None else sorted(options.seeds.glob("*.ptx"))
        for number in range(options.count if seeds else 0):
            path = pathlib.Path(work) / f"changed_{number}.ptx"
            path.write_text(changed(chance.choice(seeds).read_text(), chance))
            stress.run(path.stem, path, work)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"longest {stress.worst[0]:.2f} s ({stress.worst[1]}), largest process {largest:.0f} MB")
    for failure in stress.failures:
        print("FAILED " + failure)
    return 1 if stress.failures or largest > MOST_MB else 0


if __name__ == "__main__":
    sys.exit(main())
