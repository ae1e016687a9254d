import torch as pt


def torch(a, b):
    return a @ b


def cublas(a, b, c):
    pt.mm(a, b, out=c)
