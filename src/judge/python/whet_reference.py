"""A reference in Python: one process answers all questions, each in a fork of its own, so that libraries are imported
once and nothing that an answer leaves behind reaches the next."""
import ctypes
import importlib
import importlib.util
import inspect
import os
import re
import sys
import traceback

from whet_wire import Wire

try:
    import torch
except ImportError:
    torch = None
try:
    import numpy
except ImportError:
    numpy = None


class Refused(Exception):
    pass


def import_libraries(file):
    """What the file imports, except what lies beside it: that may work when it is imported."""
    beside = os.path.dirname(file)
    try:
        text = open(file, encoding="utf-8", errors="replace").read()
    except OSError:
        return
    for name in re.findall(r"^(?:import|from)\s+(\w+)", text, re.MULTILINE):
        if any(os.path.exists(os.path.join(beside, name + end)) for end in (".py", "")):
            continue
        try:
            importlib.import_module(name)
        except BaseException:  # the answer tells
            pass


def array_of(array, raw):
    if torch is not None:
        kind = torch.float64 if array["floating"] else torch.int64
        return torch.frombuffer(bytearray(raw), dtype=kind).reshape(array["shape"]).clone()
    kind = numpy.float64 if array["floating"] else numpy.int64
    return numpy.frombuffer(raw, dtype=kind).reshape(array["shape"]).copy()


def function_of(head):
    spec = importlib.util.spec_from_file_location("reference_file", head["file"])
    sys.path.insert(0, os.path.dirname(head["file"]))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function = getattr(module, head["entry"], None)
    if function is None:
        raise Refused("the file defines no `%s`" % head["entry"])
    return function


def raw_of(array, value):
    if torch is not None and isinstance(value, torch.Tensor):
        if value.is_complex():
            raise Refused("`%s` holds %s, not real numbers" % (array["name"], value.dtype))
        value = value.detach().to("cpu", torch.float64).contiguous()
        count, shape = value.numel(), list(value.shape)
        raw = bytes((ctypes.c_char * (8 * count)).from_address(value.data_ptr())) if count else b""
    elif numpy is not None:
        value = numpy.asarray(value)
        if value.dtype.kind not in "biuf":
            raise Refused("`%s` holds %s, not real numbers" % (array["name"], value.dtype))
        value = value.astype(numpy.float64)
        count, shape, raw = value.size, list(value.shape), value.tobytes()
    else:
        raise Refused("`%s` is no tensor" % array["name"])
    if shape != array["shape"] and count != 1:
        raise Refused("`%s` has the shape %s, the problem says %s" % (array["name"], shape, array["shape"]))
    return raw


def answer(head, blobs):
    values = {array["name"]: array_of(array, raw) for array, raw in zip(head["arrays"], blobs)}
    values.update(head["numbers"])
    outputs = [array for array in head["arrays"] if array["output"]]
    function = function_of(head)
    parameters = inspect.signature(function).parameters
    takes_all = any(p.kind == p.VAR_KEYWORD for p in parameters.values())
    try:
        given = function(**{k: v for k, v in values.items() if takes_all or k in parameters})
    except SystemExit as end:
        raise Refused("it exits with %s" % end.code) from end
    if isinstance(given, dict):
        values.update(given)
    elif given is not None:
        answers = list(given) if isinstance(given, (tuple, list)) else [given]
        if len(answers) != len(outputs):
            raise Refused("it returns %d arrays, the problem has %d outputs" % (len(answers), len(outputs)))
        for array, value in zip(outputs, answers):
            values[array["name"]] = value
    return [raw_of(array, values[array["name"]]) for array in outputs]


def reply_to(head, blobs):
    try:
        os.chdir(head["directory"])
        return {}, answer(head, blobs)
    except Refused as reason:
        return {"refused": str(reason)}, []
    except SystemExit as end:
        return {"refused": "it exits with %s" % end.code}, []
    except BaseException:
        return {"failed": traceback.format_exc()}, []


def answer_in_fork(wire, head, blobs):
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        reply, arrays = reply_to(head, blobs)
        reply["id"] = head["id"]
        sys.stdout.flush()
        sys.stderr.flush()
        os.write(tell, b"1")
        wire.send(reply, arrays)
        os._exit(0)
    os.close(tell)
    began = os.read(told, 1)
    os.close(told)
    status = os.waitpid(child, 0)[1]
    if began and status != 0:
        sys.exit(1)  # nobody knows how much of the answer was sent
    if not began and os.WIFSIGNALED(status):
        wire.send({"id": head["id"], "failed": "it was ended by signal %d" % os.WTERMSIG(status)})
    elif not began:
        wire.send({"id": head["id"], "ended": True})


def main():
    wire = Wire(3)
    while True:
        message = wire.receive()
        if message is None:
            return
        head, blobs = message
        if head["ask"] == "open":
            if torch is None and numpy is None:
                wire.send({"id": head["id"], "no_library": True})
                continue
            import_libraries(head["file"])
            wire.send({"id": head["id"]})
        else:
            answer_in_fork(wire, head, blobs)


main()
