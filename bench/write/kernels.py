"""The naive kernels of kernels.toml: where their source is, at which sizes they run, and what they must move or compute."""
import pathlib, re, tomllib

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parents[1] / "tests/write/kernels"
EDITED = HERE.parents[1] / "tests/edit/kernels"
SEQUENCES = HERE.parents[1] / "tests/write/sequences"  # several launches, from the host code of their file


LIST = tomllib.loads((HERE / "kernels.toml").read_text())


def kernels():
    for group in LIST["group"]:
        for name in group.get("kernels", []):
            yield {**group, "name": name}
        for name in group.get("sequences", []):
            yield {**group, "name": name + "_launches", "sequence": name}


def at_sizes():
    """The kernels of [sizes], once for each of their sizes."""
    for kernel in kernels():
        for dims in LIST["sizes"].get(kernel["name"], []):
            yield {**kernel, "dims": dims}


def edited_kernels():
    """The kernels of [edits]."""
    for name, each in LIST["edits"].items():
        yield {**each, "name": name, "family": "edit", "folder": EDITED}


def file_of(name, folder=SOURCES):
    pattern = re.compile(r"__global__ void %s\(" % name)
    return next(path for path in sorted(folder.glob("*.cu")) if pattern.search(path.read_text()))


def source_of(kernel):
    """The file, and the flags of whet init that choose what is meant in it, and how exact it must be."""
    if "sequence" not in kernel:
        exact = []
        for key in ("precision", "split"):
            exact += ["--" + key, kernel[key]] if key in kernel else []
        return file_of(kernel["name"], kernel.get("folder", SOURCES)), ["--kernel", kernel["name"], *exact]
    path = SEQUENCES / (kernel["sequence"] + ".cu")
    named = re.search(r"^// KERNELS (.*)$", path.read_text(), re.M)
    return path, ["--kernel", named.group(1)] if named else []


def sizes_of(dims):
    return {each.split("=")[0]: int(each.split("=")[1]) for each in dims.split(",")}


def with_sizes(formula, sizes):
    """The formula with numbers for sizes, one of which may be called `in`."""
    return re.sub(r"[A-Za-z_]\w*", lambda name: str(sizes.get(name.group(), name.group())), formula)


def work_of(kernel):
    """Bytes or operations at the kernel's sizes, and the unit of their rate."""
    key = "bytes" if "bytes" in kernel else "operations"
    return eval(with_sizes(kernel[key], sizes_of(kernel["dims"]))), "GB/s" if key == "bytes" else "GFLOP/s"
