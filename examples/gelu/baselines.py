from torch.nn import functional


def torch(**arguments):
    return functional.gelu(arguments["in"], approximate="tanh")
