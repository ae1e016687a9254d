#!/usr/bin/env python3
"""Times every kernel that whet writes for the naive kernels, without judging them: which numbers are fast, and how well
their order was predicted. Needs a GPU, nvcc and torch; measure.py has the figures of judged kernels.

    variants.py --whet build/whet --out DIR [--only NAMES] [--limit SECONDS] [--samples 7] [--dims a=1,b=2/a=3,b=4] [--count N] [--torch]

Each variant is compiled by nvcc, launched as its file says, compared with the original's output, and timed by events with
a cold L2 and after other writes. --torch times what torch has for the same, eager and compiled, and shows errors against
torch's result in double. Results are in DIR/variants.json."""
import argparse, ctypes, json, math, pathlib, re, statistics, subprocess, time, tomllib
from concurrent.futures import ThreadPoolExecutor

import torch

from kernels import at_sizes, kernels, sizes_of, source_of, with_sizes, work_of
from torch_forms import EAGER, FORMS

TYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64, "i8": torch.int8,
         "u8": torch.uint8, "i16": torch.int16, "i32": torch.int32, "u32": torch.int32, "i64": torch.int64,
         "u64": torch.int64, "bool": torch.uint8, "e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2}
NUMBERS = {"i32": ctypes.c_int32, "u32": ctypes.c_uint32, "i64": ctypes.c_int64, "u64": ctypes.c_uint64, "f32": ctypes.c_float,
           "f64": ctypes.c_double}
WORDS = {"ceil_div": lambda a, b: -(-int(a) // int(b)), "min": min, "max": max, "abs": abs, "floor": math.floor,
         "ceil": math.ceil, "round": round, "log2": math.log2, "pow": pow}
torch.backends.cudnn.allow_tf32 = False  # floats are multiplied as floats
torch.backends.cudnn.benchmark = True
DRIVER = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    status = getattr(DRIVER, name)(*arguments)
    if status:
        raise RuntimeError("%s: error %d" % (name, status))


def value(formula, sizes):
    return eval(with_sizes(formula, sizes), dict(WORDS)) if isinstance(formula, str) else formula


def array(spec, sizes):
    """A tensor with what `fill` says; nothing for kinds that are not made here."""
    shape = [int(value(each, sizes)) for each in spec["shape"]]
    kind, fill = TYPES[spec["type"]], spec.get("fill")
    if fill not in (None, "normal", "uniform", "constant", "offsets", "csr", "sorted", "permutation"):
        raise RuntimeError("fill %s is not made here" % fill)
    if fill == "permutation":
        return torch.randperm(math.prod(shape), device="cuda").reshape(shape).to(kind)
    if fill == "constant" or spec.get("role") == "out":
        return torch.full(shape, value(spec.get("value", 0), sizes), dtype=kind, device="cuda")
    if fill == "offsets":
        total, n = int(value(spec["total"], sizes)), shape[0]
        cuts = torch.randint(0, total + 1, (n,), device="cuda").sort().values
        cuts[0], cuts[-1] = 0, total
        return cuts.to(kind)
    if kind.is_floating_point and fill in (None, "normal"):
        return (torch.randn(shape, device="cuda") * value(spec.get("std", 1), sizes) + value(spec.get("mean", 0), sizes)).to(kind)
    whole = not kind.is_floating_point
    low = value(spec.get("low", 0 if whole else -1), sizes)
    high = value(spec.get("columns", spec.get("high", 127 if whole else 1)), sizes) - (fill == "csr")
    if whole:
        return torch.randint(int(low), int(high) + 1, shape, device="cuda").to(kind)
    return torch.empty(shape, device="cuda").uniform_(low, high).to(kind)


class Kernel:
    """A compiled file with the launches that it or the problem says."""

    def __init__(self, path, cubin, problem, sizes):
        text = path.read_text()
        header = re.match(r"/\* whet\n(.*?)\*/", text, re.S)
        said = tomllib.loads(header.group(1)) if header else {}
        launches = said.get("launch", problem.get("launch"))
        self.launches = launches if isinstance(launches, list) else [launches]
        self.problem, self.sizes, self.entry = problem, sizes, problem.get("entry")
        self.scratch = {each["name"]: array({**each, "role": "out"}, sizes) for each in (said or problem).get("scratch", [])}
        module = ctypes.c_void_p()
        call("cuModuleLoad", ctypes.byref(module), str(cubin).encode())
        count = ctypes.c_uint()
        call("cuModuleGetFunctionCount", ctypes.byref(count), module)
        functions = (ctypes.c_void_p * count.value)()
        call("cuModuleEnumerateFunctions", functions, count, module)
        self.functions = {}
        for each in functions:
            name = ctypes.c_char_p()
            call("cuFuncGetName", ctypes.byref(name), ctypes.c_void_p(each))
            self.functions[name.value.decode()] = ctypes.c_void_p(each)

    def function(self, entry):
        plain = entry.split("<")[0].split("::")[-1]
        return next(f for name, f in self.functions.items() if "%d%s" % (len(plain), plain) in name or name == plain)

    def packed(self, spec, arrays):
        if isinstance(spec, dict) and "shape" not in spec:
            return NUMBERS[spec["type"]](value(spec.get("value", spec.get("name")), self.sizes))
        return ctypes.c_void_p((self.scratch | arrays)[spec if isinstance(spec, str) else spec["name"]].data_ptr())

    def prepare(self, arrays):
        by_name = {each["name"]: each for each in self.problem["args"]}
        self.ready = []
        for launch in self.launches:
            specs = [by_name.get(each, each) if isinstance(each, str) else each for each in launch.get("args", self.problem["args"])]
            held = [self.packed(each, arrays) for each in specs]
            pointers = (ctypes.c_void_p * len(held))(*[ctypes.cast(ctypes.byref(each), ctypes.c_void_p) for each in held])
            extents = [[int(value(each, self.sizes)) for each in launch[key]] for key in ("grid", "block")]
            grid, block = [(each + [1, 1])[:3] for each in extents]
            function = self.function(launch.get("entry", self.entry))
            shared = int(value(launch.get("shared", 0), self.sizes))
            if shared > 0:  # with static shared memory a block may need more than 48 KB before this does
                call("cuFuncSetAttribute", function, 8, shared)
            self.ready.append((function, grid, block, shared, pointers, held))

    def launch(self):
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        for function, grid, block, shared, pointers, _ in self.ready:
            call("cuLaunchKernel", function, *grid, *block, shared, stream, pointers, None)


def compiled(path):
    cubin = path.with_suffix(".cubin")
    done = subprocess.run(["nvcc", "-cubin", "-arch=sm_90a", "-std=c++17", "-o", cubin, path], capture_output=True, text=True)
    return cubin if done.returncode == 0 else None


def seconds_of(launch, flush, samples):
    times = []
    for _ in range(samples + 1):
        flush.add_(1)
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        torch.cuda._sleep(20_000)
        begin.record()
        launch()
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) / 1e3)
        if sum(times) > 0.5:
            break
    return statistics.median(times[1:] or times)


def outputs(problem, arrays):
    return {each["name"]: arrays[each["name"]] for each in problem["args"] if each.get("role") in ("out", "inout")}


def difference(expected, found):
    """The largest difference as a share of the largest expected magnitude."""
    worst = 0.0
    for name, tensor in expected.items():
        a, b = tensor.double(), found[name].double()
        scale = a.abs().nan_to_num().max().item() or 1.0
        worst = max(worst, ((a - b).abs().nan_to_num().max().item()) / scale)
    return worst


def as_list(found):
    return list(found) if isinstance(found, (tuple, list)) else [found]


def in_double(name, kept, sizes):
    """Torch's outputs from the same inputs in double, in the order of the kernel's outputs; nothing if it has no form."""
    if name not in FORMS:
        return None
    return as_list(FORMS[name]({key: each.double() if each.is_floating_point() else each for key, each in kept.items()}, sizes))


def error_of(exact, found):
    """The root mean square error as a share of the root mean square of the exact results."""
    worst = 0.0
    for a, b in zip(exact, found):
        a, b = a.double().flatten(), b.double().flatten()
        if a.numel() != b.numel():
            return None
        worst = max(worst, ((a - b).square().mean().sqrt() / (a.square().mean().sqrt() + 1e-300)).item())
    return worst


def torch_rows(options, name, kept, sizes, exact, flush):
    forms = [("torch", FORMS[name])] + ([] if name in EAGER else [("torch.compile", torch.compile(FORMS[name]))])
    for label, form in forms:
        begin = time.monotonic()
        found = as_list(form(kept, sizes))
        torch.cuda.synchronize()
        first = time.monotonic() - begin
        yield {"variant": label, "seconds": seconds_of(lambda: form(kept, sizes), flush, options.samples), "constants": {},
               "difference": 0.0, "error": error_of(exact, found), "compile_seconds": first}


def launched(path, cubin, problem, sizes, arrays, kept):
    """The kernel, launched once on the inputs that were kept, and its outputs."""
    candidate = Kernel(path, cubin, problem, sizes)
    for name, each in kept.items():
        arrays[name].copy_(each)
    candidate.prepare(arrays)
    candidate.launch()
    torch.cuda.synchronize()
    return candidate, {name: each.clone() for name, each in outputs(problem, arrays).items()}


def measure(options, kernel, flush):
    folder = folder_of(options, kernel)
    problem = tomllib.loads((folder / "problem.toml").read_text())
    sizes = {**problem.get("dims", {}), **sizes_of(kernel["dims"])}
    for name, formula in sizes.items():
        sizes[name] = value(formula, sizes)  # in their order: a size may be computed from those before it
    arrays = {each["name"]: array(each, sizes) for each in problem["args"] if "shape" in each}
    kept = {name: each.clone() for name, each in arrays.items()}
    expected, rows = None, []
    exact = in_double(kernel["name"], kept, sizes) if options.torch else None
    for path, cubin in kernel["cubins"]:
        if not cubin:
            rows.append({"variant": path.stem, "trouble": "does not compile"})
            continue
        try:
            candidate, found = launched(path, cubin, problem, sizes, arrays, kept)
        except RuntimeError as error:
            rows.append({"variant": path.stem, "trouble": str(error)})
            continue
        expected = expected or found
        constants = re.findall(r"^constexpr \w+ (k\w+) = (\d+);", path.read_text(), re.M)
        rows.append({"variant": path.stem, "seconds": seconds_of(candidate.launch, flush, options.samples), "constants": dict(constants),
                     "difference": difference(expected, found), "error": error_of(exact, found.values()) if exact else None})
    if options.torch and kernel["name"] in FORMS:
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = kernel.get("precision") == "tf32"
        rows.extend(torch_rows(options, kernel["name"], kept, sizes, exact, flush))
    return rows


def folder_of(options, kernel):
    return options.out / ("%s,%s" % (kernel["name"], kernel["dims"]) if options.sizes or "/" in options.dims else kernel["name"])


def describe(options, kernel):
    folder = folder_of(options, kernel)
    folder.mkdir(parents=True, exist_ok=True)
    source, chosen = source_of(kernel)
    begin = time.monotonic()
    for command in (["init", source, *chosen, "--dims", kernel["dims"], "--out", folder / "problem.toml",
                     "--force"], ["write", folder, "--all", folder / "written"]):
        done = subprocess.run([str(each) for each in [options.whet, *command]], capture_output=True, text=True)
        kernel["said"] = done.stderr.strip().splitlines()[:1]
    kernel["write_seconds"] = time.monotonic() - begin
    kernel["paths"] = [source, *sorted((folder / "written").glob("*.cu"))[: options.count]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whet", default="build/whet")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--dims", default="")
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("--samples", type=int, default=7)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--torch", action="store_true")
    parser.add_argument("--sizes", action="store_true", help="the kernels of [sizes] in kernels.toml, at each size")
    options = parser.parse_args()
    began = time.monotonic()
    chosen = [each for each in (at_sizes() if options.sizes else kernels()) if not options.only or each["name"] in options.only.split(",")]
    if options.dims:
        chosen = [{**each, "dims": dims} for each in chosen for dims in options.dims.split("/")]
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda each: describe(options, each), chosen))
        for kernel in chosen:
            kernel["futures"] = [(path, pool.submit(compiled, path)) for path in kernel["paths"][1:]]
            own = folder_of(options, kernel) / "original.cu"
            own.write_text(kernel["paths"][0].read_text())
            kernel["futures"].insert(0, (own, pool.submit(compiled, own)))
        for kernel in chosen:
            kernel["cubins"] = [(path, future.result()) for path, future in kernel["futures"]]
    print("%d kernels, %d files compiled after %.0f s" % (len(chosen), sum(len(k["cubins"]) for k in chosen), time.monotonic() - began), flush=True)
    flush = torch.zeros(64 << 20, dtype=torch.int32, device="cuda")
    results = []
    for kernel in chosen:
        if time.monotonic() - began > options.limit:
            print(kernel["name"], "not tried")
            continue
        try:
            rows = measure(options, kernel, flush)
        except Exception as error:
            print("%s: %s %s" % (kernel["name"], error, kernel["said"]), flush=True)
            torch.cuda.empty_cache()
            continue
        work, unit = work_of(kernel)
        results.append({"kernel": kernel["name"], "family": kernel["family"], "dims": kernel["dims"], "rows": rows})
        print("%s (%s), %s, written in %.1f s" % (kernel["name"], kernel["family"], kernel["dims"], kernel["write_seconds"]))
        for row in rows:
            if "trouble" in row:
                print("  %-24s %s" % (row["variant"], row["trouble"]))
                continue
            print("  %-24s %9.2f us %7.2fx %6.0f %s  off %.1e%s  %s" % (
                row["variant"], 1e6 * row["seconds"], rows[0]["seconds"] / row["seconds"], 1e-9 * work / row["seconds"], unit,
                row["difference"], "" if row.get("error") is None else ", error %.1e" % row["error"], " ".join("%s=%s" % each for each in row["constants"].items())), flush=True)
        (options.out / "variants.json").write_text(json.dumps(results, indent=1))
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
