import torch as pt
from torch.nn import functional


def torch(gain, cols, epsilon, **arguments):
    if hasattr(functional, "rms_norm"):  # from torch 2.4 on
        return functional.rms_norm(arguments["in"], (cols,), gain, epsilon)
    values = arguments["in"].float()
    scale = pt.rsqrt(values.square().mean(1, keepdim=True) + epsilon)
    return (values * scale * gain.float()).to(gain.dtype)


def flashinfer(gain, out, epsilon, **arguments):
    from flashinfer.norm import rmsnorm
    rmsnorm(arguments["in"], gain, epsilon, out=out)
