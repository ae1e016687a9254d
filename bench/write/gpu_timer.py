"""Times the launches of written kernels on a GPU through the driver and NVRTC, with nothing but the standard library.

The data is what problem.toml says as far as speed goes (ranges of indices, offsets of rows), not to the bit, and results
are not checked: `whet bench` does that. Before each sample L2 is overwritten."""
import ctypes, glob, math, struct, tomllib

from kernels import with_sizes

FORMATS = {"f32": "f", "f64": "d", "i8": "b", "u8": "B", "bool": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "i64": "q",
           "u64": "Q"}
BYTES = {"f16": 2, "bf16": 2, "e4m3": 1, "e5m2": 1, **{name: struct.calcsize(form) for name, form in FORMATS.items()}}
C_TYPES = {"f16": "__half", "bf16": "__nv_bfloat16", "f32": "float", "f64": "double", "i8": "signed char", "u8": "unsigned char",
           "bool": "unsigned char", "i16": "short", "u16": "unsigned short", "i32": "int", "u32": "unsigned", "i64": "long long",
           "u64": "unsigned long long"}
FILL = """
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__device__ unsigned long long hashed(unsigned long long x) {
  x += 0x9e3779b97f4a7c15ull; x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull; x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}
extern "C" __global__ void fill(%s* to, long long n, int kind, double low, double high, long long total) {
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) {
    const double drawn = (hashed(i) >> 11) * (1.0 / 9007199254740992.0);
    double value = low + drawn * (high - low);
    if (kind == 1) value = floor(low + drawn * (high - low + 1));
    if (kind == 2) value = (double)i;
    if (kind == 3) value = n > 1 ? floor((double)i * total / (n - 1)) : 0;
    to[i] = (%s)value;
  }
}
"""


def number(text, sizes):
    if not isinstance(text, str):
        return text
    known = {"max": max, "min": min, "abs": abs, "floor": math.floor, "ceil": math.ceil, "pow": pow, "round": round,
             "log2": math.log2, "ceil_div": lambda a, b: -(-int(a) // int(b))}
    return eval(with_sizes(text, sizes), {"__builtins__": {}}, known)


class Gpu:
    def __init__(self, index=0):
        self.cu = ctypes.CDLL("libcuda.so.1")
        places = ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"] + sorted(glob.glob("/usr/local/cuda*/lib64/libnvrtc.so*"))
        self.rtc = next(filter(None, map(self._open, places)))
        self.includes = [path.encode() for path in sorted(glob.glob("/usr/local/cuda*/include"))[-1:]]
        self.call("cuInit", 0)
        device, self.context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), index)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), device)
        self.call("cuCtxSetCurrent", self.context)
        self.arch = "sm_%d%d" % (self._attribute(75, device), self._attribute(76, device))
        self.flush_bytes = 4 * self._attribute(38, device)
        self.flush = self.allocate(self.flush_bytes)
        self.events = [ctypes.c_void_p(), ctypes.c_void_p()]
        for event in self.events:
            self.call("cuEventCreate", ctypes.byref(event), 0)

    @staticmethod
    def _open(name):
        try:
            return ctypes.CDLL(name)
        except OSError:
            return None

    def _attribute(self, which, device):
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), which, device)
        return value.value

    def call(self, name, *arguments):
        code = getattr(self.cu, name)(*arguments)
        if code != 0:
            raise RuntimeError("%s failed with %d" % (name, code))

    def allocate(self, size):
        place = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(place), ctypes.c_size_t(max(16, size)))
        return place.value

    def cubin(self, source):
        """May be called by several threads."""
        program = ctypes.c_void_p()
        self.rtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None)
        flags = [b"--gpu-architecture=" + self.arch.encode(), b"--std=c++17"] + [b"-I" + path for path in self.includes]
        code = self.rtc.nvrtcCompileProgram(program, len(flags), (ctypes.c_char_p * len(flags))(*flags))
        if code != 0:
            size = ctypes.c_size_t()
            self.rtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
            log = ctypes.create_string_buffer(size.value)
            self.rtc.nvrtcGetProgramLog(program, log)
            raise RuntimeError(log.value.decode()[:300])
        size = ctypes.c_size_t()
        self.rtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
        cubin = ctypes.create_string_buffer(size.value)
        self.rtc.nvrtcGetCUBIN(program, cubin)
        self.rtc.nvrtcDestroyProgram(ctypes.byref(program))
        return cubin

    def load(self, cubin):
        module = ctypes.c_void_p()
        self.call("cuModuleLoadData", ctypes.byref(module), cubin)
        return module

    def function(self, module, name):
        found = ctypes.c_void_p()
        self.call("cuModuleGetFunction", ctypes.byref(found), module, name.encode())
        return found

    def launch(self, function, grid, block, arguments):
        pointers = (ctypes.c_void_p * len(arguments))(*[ctypes.addressof(each) for each in arguments])
        self.call("cuLaunchKernel", function, *map(ctypes.c_uint, (grid, 1, 1, block, 1, 1, 0)), None, pointers, None)

    def seconds(self, run, most=9, budget=0.15):
        """The median with cold caches."""
        samples, spent = [], 0.0
        for sample in range(most + 2):
            self.call("cuMemsetD8Async", ctypes.c_uint64(self.flush), ctypes.c_ubyte(sample), ctypes.c_size_t(self.flush_bytes), None)
            self.call("cuEventRecord", self.events[0], None)
            run()
            self.call("cuEventRecord", self.events[1], None)
            self.call("cuEventSynchronize", self.events[1])
            took = ctypes.c_float()
            self.call("cuEventElapsedTime_v2" if hasattr(self.cu, "cuEventElapsedTime_v2") else "cuEventElapsedTime",
                      ctypes.byref(took), *self.events)
            samples.append(1e-3 * took.value)
            spent += samples[-1]
            if spent > budget and len(samples) > 1:
                break
        kept = sorted(samples[2:] or samples[1:])
        return kept[len(kept) // 2]


class Case:
    """The arrays and numbers of a problem at its first case."""

    def __init__(self, gpu, problem):
        self.gpu, self.sizes, self.arrays = gpu, dict(problem["dims"]), {}
        self.scalars = {}
        for each in problem["args"]:
            if "shape" in each:
                count = math.prod(int(number(extent, self.sizes)) for extent in each["shape"])
                self.arrays[each["name"]] = gpu.allocate(count * BYTES[each["type"]])
                self._fill(each, count)
            else:
                value = number(each.get("value", self.sizes.get(each["name"], 0)), self.sizes)
                self.scalars[each["name"]] = (each["type"], value)

    def _fill(self, each, count):
        kind = each.get("fill", "uniform")
        is_real = each["type"].startswith(("f", "bf", "e"))
        low = number(each.get("low", -1 if is_real else 0), self.sizes)
        high = number(each.get("high", 1 if is_real else 127), self.sizes)
        total, code = 0, 0 if is_real else 1
        if kind == "csr":
            high = number(each["columns"], self.sizes) - 1
        elif kind == "offsets":
            code, total = 3, int(number(each["total"], self.sizes))
        elif kind in ("permutation", "sequence"):
            code = 2
        elif kind == "constant":
            low = high = number(each.get("value", 0), self.sizes)
        name = C_TYPES[each["type"]]
        module = self.gpu.load(self.gpu.cubin(FILL % (name, name)))
        self.gpu.launch(self.gpu.function(module, "fill"), 1024, 256,
                        [ctypes.c_uint64(self.arrays[each["name"]]), ctypes.c_longlong(count), ctypes.c_int(code),
                         ctypes.c_double(low), ctypes.c_double(high), ctypes.c_longlong(total)])
        self.gpu.call("cuCtxSynchronize")

    def argument(self, each, scratch):
        if isinstance(each, dict):
            return ctypes.c_longlong(int(number(each["value"], self.sizes)))
        if each in self.arrays or each in scratch:
            return ctypes.c_uint64(self.arrays.get(each) or scratch[each])
        kind, value = self.scalars[each]
        form = FORMATS[kind]
        packed = struct.pack(form, value if form in "fd" else int(value))
        return (ctypes.c_ubyte * len(packed)).from_buffer_copy(packed)

    def compile(self, text):
        """A candidate in one file, whose launches stand in its leading comment."""
        begin, end = text.index("/* whet\n") + 8, text.index("*/")
        # Names as C has them: the kernels are found without asking how C++ writes them.
        source = text[end + 2:].replace("__global__ void", 'extern "C" __global__ void')
        return tomllib.loads(text[begin:end]), self.gpu.cubin(source)

    def seconds(self, compiled):
        settings, cubin = compiled
        module = self.gpu.load(cubin)
        scratch = {}
        for each in settings.get("scratch", []):
            count = math.prod(int(number(extent, self.sizes)) for extent in each["shape"])
            scratch[each["name"]] = self.gpu.allocate(count * BYTES[each["type"]])
        launches = []
        for each in settings["launch"]:
            launches.append((self.gpu.function(module, each["entry"]), int(number(each["grid"][0], self.sizes)),
                             int(number(each["block"][0], self.sizes)), [self.argument(a, scratch) for a in each["args"]]))

        def run():
            for launch in launches:
                self.gpu.launch(*launch)

        try:
            return self.gpu.seconds(run)
        finally:
            for place in scratch.values():
                self.gpu.call("cuMemFree_v2", ctypes.c_uint64(place))
            self.gpu.call("cuModuleUnload", module)
