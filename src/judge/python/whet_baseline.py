"""One baseline of a problem: found, run on given inputs, and timed, as judge/baseline_process.cpp asks over a socket."""
import ctypes
import importlib.util
import inspect
import os
import sys
import time
import traceback

from whet_timers import CudaTimer, HostTimer
from whet_wire import Wire

SOCKET = 3
TYPES = {"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "e4m3": "float8_e4m3fn",
         "e5m2": "float8_e5m2", "i8": "int8", "u8": "uint8", "i16": "int16", "u16": "uint16", "i32": "int32",
         "u32": "uint32", "i64": "int64", "u64": "uint64", "bool": "bool"}
POISON = 0xFF


class Skip(Exception):
    """What the baseline needs is not here; nobody's fault."""


class NoTorch(Skip):
    """Another python may have it."""


class Refuse(Exception):
    """The baseline is here and does not do what it must."""


def load_module(path, name):
    sys.path.insert(0, os.path.dirname(path))
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_torch():
    if importlib.util.find_spec("torch") is None:
        raise NoTorch("python3 has no torch")
    try:
        import torch
    except ImportError as error:
        raise NoTorch("torch does not load: %s" % error)
    return torch


def function_of(module, name):
    """A function or other callable; `import torch` alone defines no baseline."""
    found = getattr(module, name, None)
    return found if callable(found) and not inspect.ismodule(found) else None


def find_function(job):
    """The baseline and what plans it. `torch` without a function of its own is the reference in Python."""
    name = "torch" if job["baseline"] == "torch.compile" else job["baseline"]
    if job["file"]:
        module = load_module(job["file"], "baselines")
        if function_of(module, name):
            return function_of(module, name), function_of(module, "plan_" + name)
    why = "baselines.py defines no `%s`" % name if job["file"] else "there is no baselines.py beside the problem"
    if name != "torch":
        raise Skip(why)
    if not job["reference"]:
        raise Skip(why + ", and the reference is not Python")
    function = function_of(load_module(job["reference"], "reference_file"), job["reference_entry"])
    if not function:
        raise Refuse("the reference defines no `%s`" % job["reference_entry"])
    return function, None


def accepted(function, values):
    """Those of the values that the function has parameters for."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:
        return dict(values)
    if any(p.kind == p.VAR_KEYWORD for p in parameters):
        return dict(values)
    names = {p.name for p in parameters}
    return {name: value for name, value in values.items() if name in names}


def allow_precision(torch, job):
    """What the problem's class admits and no less: libraries round inputs and sums when they may."""
    matmul = torch.backends.cuda.matmul
    matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = job["allow_tf32"]
    for name in ("allow_fp16_reduced_precision_reduction", "allow_bf16_reduced_precision_reduction"):
        try:
            setattr(matmul, name, False)
        except (AssertionError, AttributeError):  # an older torch has not all of them
            pass


def bytes_of(tensor):
    tensor = tensor.detach().to("cpu").contiguous()
    return bytes((ctypes.c_char * (tensor.numel() * tensor.element_size())).from_address(tensor.data_ptr()))


class Arguments:
    """One set of tensors, ready for calls: poison in the outputs, and a copy of what calls may change."""

    def __init__(self, session, blobs):
        self.session, self.values = session, dict(session.job["numbers"])
        blobs = iter(blobs)
        for array in session.job["arrays"]:
            raw = next(blobs) if array["role"] != "out" else bytes([POISON]) * array["bytes"]
            self.values[array["name"]] = self.tensor(array, raw)
        self.pristine = {array["name"]: self.values[array["name"]].clone() for array in session.job["arrays"]
                         if array["role"] != "out"}
        if session.planner:
            self.values["plan"] = session.planner(**accepted(session.planner, self.values))
        self.keywords = accepted(session.signature, self.values)

    def tensor(self, array, raw):
        torch = self.session.torch
        flat = torch.frombuffer(bytearray(raw), dtype=torch.uint8).to(self.session.device).clone()
        return flat.view(self.session.type_of(array)).reshape(array["shape"])

    def restore(self):
        """Puts back what a call changed in place."""
        for array in self.session.job["arrays"]:
            if array["role"] == "inout":
                self.values[array["name"]].copy_(self.pristine[array["name"]])

    def call(self):
        return self.session.function(**self.keywords)

    def changed_input(self):
        """The first `in` array that is not what it was; compared as bytes, so that a NaN equals itself."""
        torch = self.session.torch
        for array in self.session.job["arrays"]:
            if array["role"] != "in":
                continue
            now, before = (t.reshape([-1]).view(torch.uint8) for t in (self.values[array["name"]],
                                                                       self.pristine[array["name"]]))
            if not bool((now == before).all()):
                return array["name"]
        return None

    def outputs(self, answer):
        """The output tensors: written in place, or returned as one, a tuple in order, or a dict."""
        wanted = [array for array in self.session.job["arrays"] if array["role"] != "in"]
        found = {array["name"]: self.values[array["name"]] for array in wanted}
        if isinstance(answer, dict):
            found.update(answer)
        elif answer is not None:
            answers = list(answer) if isinstance(answer, (tuple, list)) else [answer]
            if len(answers) != len(wanted):
                raise Refuse("it returns %d tensors, the problem has %d outputs" % (len(answers), len(wanted)))
            found.update((array["name"], value) for array, value in zip(wanted, answers))
        return [self.fitting(array, found[array["name"]]) for array in wanted]

    def fitting(self, array, value):
        name, wanted = array["name"], self.session.type_of(array)
        if not isinstance(value, self.session.torch.Tensor):
            raise Refuse("`%s` comes back as %s, not as a tensor" % (name, type(value).__name__))
        if value.dtype != wanted:
            raise Refuse("`%s` comes back as %s, the problem's is %s" % (name, value.dtype, wanted))
        is_one = value.numel() == 1 and set(array["shape"]) == {1}  # a sum may come without extents
        if list(value.shape) != array["shape"] and not is_one:
            raise Refuse("`%s` has the shape %s, the problem says %s" % (name, list(value.shape), array["shape"]))
        if not value.is_contiguous():
            raise Refuse("`%s` comes back as a view: nothing was written; add .contiguous()" % name)
        for other in self.session.job["arrays"]:
            if other["role"] == "in" and value.data_ptr() == self.values[other["name"]].data_ptr():
                raise Refuse("`%s` comes back as the input `%s` itself: nothing was written" % (name, other["name"]))
        return value


class Session:
    def __init__(self, job):
        self.job, self.arguments, self.ring = job, None, []
        self.torch = torch = load_torch()
        if job["baseline"] == "flashinfer" and importlib.util.find_spec("flashinfer") is None:
            raise Skip("python3 has no flashinfer")
        self.on_gpu = job["device"] != "cpu"
        if self.on_gpu and not torch.cuda.is_available():
            raise Skip("torch %s has no CUDA here" % torch.__version__)
        self.device = torch.device(job["device"])
        for array in job["arrays"]:
            self.type_of(array)
        self.function, self.planner = find_function(job)
        self.signature = self.function
        if job["baseline"] == "torch.compile":
            if not hasattr(torch, "compile"):
                raise Skip("torch %s has no torch.compile" % torch.__version__)
            self.function = torch.compile(self.function)
        self.timer = CudaTimer(torch, self.device, job["l2_bytes"]) if self.on_gpu else HostTimer()

    def type_of(self, array):
        kind = getattr(self.torch, TYPES[array["type"]], None)
        if kind is None:
            raise Skip("torch %s has no type for %s" % (self.torch.__version__, array["type"]))
        return kind

    def describe(self):
        on = self.torch.cuda.get_device_name(self.device) if self.on_gpu else "the CPU"
        return {"place": "%s, torch %s" % (on, self.torch.__version__), "by": self.timer.by}

    def wait(self):
        if self.on_gpu:
            self.torch.cuda.synchronize(self.device)

    def run(self, blobs):
        """The outputs of one call on these inputs."""
        allow_precision(self.torch, self.job)
        self.arguments = Arguments(self, blobs)
        answer = self.arguments.call()
        self.wait()
        changed = self.arguments.changed_input()
        if changed:
            raise Refuse("it changes its input `%s`" % changed)
        if self.torch.backends.cuda.matmul.allow_tf32 and not self.job["allow_tf32"]:
            raise Refuse("it turns TF32 on, which the problem's precision does not allow")
        return [bytes_of(output) for output in self.arguments.outputs(answer)]

    def prepare(self, warm_ups, cold):
        """Further sets of the last inputs, each called before it is timed: what is planned or compiled then is outside."""
        arrays = self.job["arrays"]
        raw = [bytes_of(self.arguments.pristine[array["name"]]) for array in arrays if array["role"] != "out"]
        sets = self.timer.sets(sum(array["bytes"] for array in arrays)) if cold else 1
        self.ring = [self.arguments] + [Arguments(self, raw) for _ in range(sets - 1)]
        for i in range(max(1, warm_ups) * len(self.ring)):
            self.timer.sample(self.ring[i % len(self.ring)], cold)

    def time(self, request):
        answer = {}
        if not self.ring:
            self.prepare(request["warm_ups"], request["cold"])
            answer = {"empty_seconds": self.timer.empty_seconds(), "sets": len(self.ring)}
        until = time.perf_counter() + request["limit_seconds"]
        seconds = []
        while len(seconds) < request["samples"] and (not seconds or time.perf_counter() < until):
            seconds.append(self.timer.sample(self.ring[0], request["cold"]))
            self.ring.append(self.ring.pop(0))
        return dict(answer, seconds=seconds, notes=self.timer.notes)


def reason_of(error):
    """In one line. A baseline called `torch` hides the module of that name, which its error does not say."""
    text = "%s: %s" % (type(error).__name__, (str(error).strip() or "no message").splitlines()[0])
    if isinstance(error, AttributeError) and "'function' object" in text:
        text += " (a function called `torch` hides the module: import torch as pt)"
    return text


class Server:
    def __init__(self):
        self.session = None

    def answer(self, head, blobs):
        if head["ask"] == "open":
            self.session = Session(head)
            return self.session.describe(), []
        with self.session.torch.no_grad():
            if head["ask"] == "run":
                return {}, self.session.run(blobs)
            return self.session.time(head), []

    def guarded_answer(self, head, blobs):
        try:
            return self.answer(head, blobs)
        except (Skip, ModuleNotFoundError) as error:
            return {"skipped": str(error), "no_torch": isinstance(error, NoTorch)}, []
        except Refuse as error:
            return {"failed": str(error)}, []
        except Exception as error:  # whatever the baseline does is its answer
            no_triton = any(text in repr(error) for text in ("TritonMissing", "working triton"))
            return {"skipped" if no_triton else "failed": reason_of(error), "details": traceback.format_exc()}, []


def main():
    wire, server = Wire(SOCKET), Server()
    while True:
        request = wire.receive()
        if request is None:
            return
        answer, blobs = server.guarded_answer(*request)
        wire.send(dict(answer, id=request[0]["id"]), blobs)


if __name__ == "__main__":
    main()
