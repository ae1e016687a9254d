"""Stands in for torch where there is none: tensors are numpy arrays. WHET_FAKE_CUDA names a file that gets the calls to a
GPU that is not there, one a line; WHET_FAKE_DRY is how many cycles a stream must be kept busy to cover a call."""
import os

import numpy

__version__ = "0.0 (fake)"
float16, float32, float64 = numpy.dtype("float16"), numpy.dtype("float32"), numpy.dtype("float64")
int8, int16, int32, int64 = (numpy.dtype("int%d" % bits) for bits in (8, 16, 32, 64))
uint8, uint32 = numpy.dtype("uint8"), numpy.dtype("uint32")


def log(text):
    if os.environ.get("WHET_FAKE_CUDA"):
        with open(os.environ["WHET_FAKE_CUDA"], "a") as file:
            file.write(text + "\n")


class Tensor(numpy.ndarray):
    def clone(self):
        return self.copy()

    def detach(self):
        return self

    def contiguous(self):
        return numpy.ascontiguousarray(self).view(Tensor)

    def is_complex(self):
        return self.dtype.kind == "c"

    def is_contiguous(self):
        return bool(self.flags["C_CONTIGUOUS"])

    def to(self, *wanted):
        kinds = [kind for kind in wanted if isinstance(kind, numpy.dtype)]
        return self.astype(kinds[0]) if kinds else self

    def numel(self):
        return self.size

    def element_size(self):
        return self.itemsize

    def data_ptr(self):
        return self.ctypes.data

    def copy_(self, other):
        log("restore")
        self[...] = other

    def add_(self, value):
        log("write %d" % self.nbytes)


def frombuffer(raw, dtype):
    return numpy.frombuffer(raw, dtype=dtype).view(Tensor)


def zeros(shape, dtype, device):
    return numpy.zeros(shape, dtype=dtype).view(Tensor)


def sum(tensor, dim, out):
    log("read %d" % tensor.nbytes)


def device(name):
    return name


class no_grad:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


class backends:
    class cuda:
        class matmul:
            allow_tf32 = True

    class cudnn:
        allow_tf32 = True


class cuda:
    busy = 0

    class Stream:
        def __init__(self, device):
            pass

    class stream(no_grad):
        def __init__(self, stream):
            pass

    class Event:
        def __init__(self, enable_timing):
            pass

        def record(self, stream):
            log("record")

        def query(self):
            return cuda.busy < int(os.environ.get("WHET_FAKE_DRY", "0"))

        def elapsed_time(self, stop):
            return 0.031

    @staticmethod
    def is_available():
        return bool(os.environ.get("WHET_FAKE_CUDA"))

    @staticmethod
    def get_device_name(device):
        return "fake GPU"

    @staticmethod
    def get_device_properties(device):
        return object()

    @staticmethod
    def mem_get_info(device):
        return 1 << 30, 1 << 30

    @staticmethod
    def synchronize(device):
        log("wait")

    @staticmethod
    def _sleep(cycles):
        if cycles > 0:
            cuda.busy = cycles
            log("busy")
