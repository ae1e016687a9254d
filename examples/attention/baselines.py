import torch as pt
from torch.nn import functional


def torch(q, k, v, scale):
    if pt.__version__ < "2":
        return pt.softmax(q @ k.transpose(1, 2) * scale, dim=2) @ v
    # A batch of one: the fused kernels expect four dimensions.
    return functional.scaled_dot_product_attention(q[None], k[None], v[None], scale=scale)[0]
