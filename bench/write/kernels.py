"""The naive kernels of kernels.toml: where their source is, at which sizes they run, and what they must move or compute."""
import pathlib, re, tomllib

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parents[1] / "tests/write/kernels"


LIST = tomllib.loads((HERE / "kernels.toml").read_text())


def kernels():
    for group in LIST["group"]:
        for name in group["kernels"]:
            yield {**group, "name": name}


def at_sizes():
    """The kernels of [sizes], once for each of their sizes."""
    for kernel in kernels():
        for dims in LIST["sizes"].get(kernel["name"], []):
            yield {**kernel, "dims": dims}


def file_of(name):
    pattern = re.compile(r"__global__ void %s\(" % name)
    return next(path for path in sorted(SOURCES.glob("*.cu")) if pattern.search(path.read_text()))


def sizes_of(dims):
    return {each.split("=")[0]: int(each.split("=")[1]) for each in dims.split(",")}


def work_of(kernel):
    """Bytes or operations at the kernel's sizes, and the unit of their rate."""
    key = "bytes" if "bytes" in kernel else "operations"
    return eval(kernel[key], {}, sizes_of(kernel["dims"])), "GB/s" if key == "bytes" else "GFLOP/s"
