import torch as pt


def torch(out, **arguments):
    pt.sum(arguments["in"], 0, keepdim=True, out=out)
