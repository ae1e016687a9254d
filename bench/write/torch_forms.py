"""What torch does for the naive kernels that it can express: functions of the kernel's arrays (as the problem shapes them:
flat where the shape is not known better) and sizes, that return the outputs. variants.py times them eager and compiled."""
import torch
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel


def grid(x, *extents):
    return x.reshape(extents)


def images(a, s):
    return grid(a["x"], s["batch"], s["channels"], s["height"], s["width"])


def window(a, s):
    return grid(a["w"], s["filters"], s["channels"], 3, 3)


def convolved_last(a, s):
    """Channels are neighbours in memory, of the images, the filters and the result."""
    x = grid(a["x"], s["batch"], s["height"], s["width"], s["channels"]).permute(0, 3, 1, 2)
    w = grid(a["w"], s["filters"], 3, 3, s["channels"]).permute(0, 3, 1, 2)
    return functional.conv2d(x, w, padding=1).permute(0, 2, 3, 1)


def flash(q, k, v, **how):
    """Attention by the flash kernels alone, which are for halves and bfloats."""
    is_short = q.dtype in (torch.float16, torch.bfloat16)
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION if is_short else SDPBackend.MATH):
        return functional.scaled_dot_product_attention(q, k, v, **how)


EAGER = {"sparse_rows"}  # torch.compile has no form for them

FORMS = {
    "add": lambda a, s: a["a"] + a["b"],
    "saxpy": lambda a, s: torch.add(a["y"], a["x"], alpha=2.0),
    "gelu_half": lambda a, s: functional.gelu(a["x"], approximate="tanh"),
    "to_bfloat": lambda a, s: a["x"].to(torch.bfloat16),
    "clamp_bytes": lambda a, s: a["x"].clamp(max=200),
    "distance": lambda a, s: torch.sqrt(a["x"] * a["x"] + a["y"] * a["y"]),
    "add_bias": lambda a, s: grid(a["x"], s["rows"], s["cols"]) + a["bias"],
    "scale_rows": lambda a, s: grid(a["x"], s["rows"], s["cols"]) * a["scale"][:, None],
    "take": lambda a, s: a["table"][a["index"].long()],
    "take_rows": lambda a, s: grid(a["table"], -1, s["d"]).index_select(0, a["index"]),
    "take_rows_by_block": lambda a, s: grid(a["table"], -1, s["d"]).index_select(0, a["index"]),
    "take_rows_flat": lambda a, s: grid(a["table"], -1, s["d"]).index_select(0, a["index"]),
    "sparse_rows": lambda a, s: torch.sparse_csr_tensor(a["offsets"], a["columns"], a["values"], (s["rows"], a["x"].numel())) @ a["x"],
    "row_sum": lambda a, s: grid(a["x"], s["rows"], s["cols"]).sum(1),
    "row_argmax": lambda a, s: grid(a["x"], s["rows"], s["cols"]).argmax(1),
    "matrix_vector": lambda a, s: grid(a["a"], s["rows"], s["cols"]) @ a["x"],
    "softmax": lambda a, s: grid(a["x"], s["rows"], s["cols"]).softmax(1),
    "softmax_wide": lambda a, s: grid(a["x"], s["rows"], s["cols"]).softmax(1),
    "layer_norm": lambda a, s: functional.layer_norm(grid(a["x"], s["rows"], s["cols"]), (s["cols"],), a["gain"], a["bias"]),
    "softmax_launches": lambda a, s: grid(a["x"], s["rows"], s["cols"]).softmax(1),
    "layer_norm_launches": lambda a, s: functional.layer_norm(grid(a["x"], s["rows"], s["cols"]), (s["cols"],), a["gamma"], a["beta"], 1e-5),
    "bias_gelu_residual_launches": lambda a, s: functional.gelu(
        grid(a["x"], s["rows"], s["cols"]) + a["bias"], approximate="tanh") + grid(a["r"], s["rows"], s["cols"]),
    "partial_sums_launches": lambda a, s: a["x"] * torch.rsqrt((a["x"] * a["x"]).sum() + 1e-6),
    "rms_norm_half": lambda a, s: functional.rms_norm(grid(a["x"], s["rows"], s["cols"]), (s["cols"],), a["gain"], 1e-5),
    "column_sum": lambda a, s: grid(a["x"], s["rows"], s["cols"]).sum(0),
    "column_variance": lambda a, s: torch.var_mean(grid(a["x"], s["rows"], s["cols"]), 0, correction=0)[::-1],
    "column_argmax": lambda a, s: grid(a["x"], s["rows"], s["cols"]).argmax(0),
    "vector_matrix": lambda a, s: a["x"] @ grid(a["a"], s["rows"], s["cols"]),
    "batch_norm": lambda a, s: functional.batch_norm(grid(a["x"], s["rows"], s["cols"]), None, None, training=True),
    "sum_block": lambda a, s: a["x"].sum(),
    "sum_stride": lambda a, s: a["x"].sum(),
    "norm_block": lambda a, s: a["x"].norm(),
    "max_block": lambda a, s: a["x"].max(),
    "argmax_serial": lambda a, s: a["x"].argmax(),
    "dot_stride": lambda a, s: torch.dot(a["a"], a["b"]),
    "transpose": lambda a, s: grid(a["x"], s["rows"], s["cols"]).t().contiguous(),
    "transpose_half": lambda a, s: grid(a["x"], s["rows"], s["cols"]).t().contiguous(),
    "add_transpose": lambda a, s: grid(a["a"], s["rows"], s["cols"]) + grid(a["b"], s["cols"], s["rows"]).t(),
    "transpose_batch": lambda a, s: grid(a["x"], s["batch"], s["rows"], s["cols"]).transpose(1, 2).contiguous(),
    "to_channels_last": lambda a, s: grid(a["x"], s["batch"], s["channels"], s["height"], s["width"]).permute(0, 2, 3, 1).contiguous(),
    "to_channels_first": lambda a, s: grid(a["x"], s["batch"], s["height"], s["width"], s["channels"]).permute(0, 3, 1, 2).contiguous(),
    "blur_zero": lambda a, s: functional.avg_pool2d(grid(a["x"], 1, 1, s["height"], s["width"]), 3, 1, 1),
    "byte_histogram": lambda a, s: torch.bincount(a["x"], minlength=256),
    "scatter_rows": lambda a, s: grid(a["out"], -1, s["d"]).index_add(0, a["index"], grid(a["x"], s["rows"], s["d"])),
    "scan": lambda a, s: a["x"].cumsum(0),
    "running_largest": lambda a, s: a["x"].cummax(0).values,
    "scan_of_rows": lambda a, s: grid(a["x"], s["rows"], s["cols"]).cumsum(1),
    "product": lambda a, s: grid(a["a"], s["m"], s["k"]) @ grid(a["b"], s["k"], s["n"]),
    "product_line": lambda a, s: grid(a["a"], s["m"], s["k"]) @ grid(a["b"], s["k"], s["n"]),
    "product_stride": lambda a, s: grid(a["a"], s["m"], s["k"]) @ grid(a["b"], s["k"], s["n"]),
    "product_tiled": lambda a, s: grid(a["a"], s["m"], s["k"]) @ grid(a["b"], s["k"], s["n"]),
    "linear_layer": lambda a, s: functional.gelu(
        functional.linear(grid(a["x"], s["m"], s["k"]), grid(a["w"], s["n"], s["k"]), a["bias"].flatten())),
    "products": lambda a, s: torch.bmm(grid(a["a"], s["batch"], s["m"], s["k"]), grid(a["b"], s["batch"], s["k"], s["n"])),
    "product_of_doubles": lambda a, s: grid(a["a"], s["m"], s["k"]) @ grid(a["b"], s["k"], s["n"]),
    "rough_product": lambda a, s: grid(a["a"], s["m"], s["k"]) @ grid(a["b"], s["k"], s["n"]),
    "rough_turned": lambda a, s: grid(a["a"], s["k"], s["m"]).t() @ grid(a["b"], s["n"], s["k"]).t(),
    "rough_both_turned": lambda a, s: grid(a["a"], s["k"], s["m"]).t() @ grid(a["b"], s["k"], s["n"]),
    "rough_layer": lambda a, s: functional.silu(
        functional.linear(grid(a["x"], s["m"], s["k"]), grid(a["w"], s["n"], s["k"]), a["bias"])),
    "turned_bfloats": lambda a, s: torch.addmm(
        grid(a["c"], s["m"], s["n"]), grid(a["a"], s["k"], s["m"]).t(), grid(a["b"], s["k"], s["n"]), alpha=1.5, beta=1.5),
    "product_of_bytes": lambda a, s: torch._int_mm(grid(a["a"], s["m"], s["k"]), grid(a["b"], s["n"], s["k"]).t()),
    "product_of_halves": lambda a, s: grid(a["a"], s["m"], s["k"]) @ grid(a["b"], s["k"], s["n"]),
    "swiglu": lambda a, s: functional.silu(grid(a["x"], s["rows"], s["in"]) @ grid(a["v"], s["in"], s["outs"])) * (
        grid(a["x"], s["rows"], s["in"]) @ grid(a["w"], s["in"], s["outs"])),
    "geglu_of_halves": lambda a, s: functional.gelu(
        functional.linear(grid(a["x"], s["rows"], s["in"]), grid(a["v"], s["outs"], s["in"]), a["gates"].flatten())) * (
        functional.linear(grid(a["x"], s["rows"], s["in"]), grid(a["w"], s["outs"], s["in"]), a["biases"].flatten())),
    "layer_of_halves": lambda a, s: functional.silu(
        functional.linear(grid(a["x"], s["m"], s["k"]), grid(a["w"], s["n"], s["k"]), a["bias"].flatten())),
    "products_of_bfloats": lambda a, s: torch.bmm(
        grid(a["a"], s["batch"], s["m"], s["k"]), grid(a["b"], s["batch"], s["n"], s["k"]).transpose(1, 2)),
    "few_rows": lambda a, s: functional.linear(
        grid(a["x"], s["m"], s["k"]), grid(a["w"], s["n"], s["k"]), a["bias"].flatten()),
    "few_rows_across": lambda a, s: grid(a["x"], s["m"], s["k"]) @ grid(a["w"], s["k"], s["n"]),
    "one_row": lambda a, s: grid(a["x"], s["m"], s["k"]) @ grid(a["w"], s["k"], s["n"]),
    "few_columns": lambda a, s: grid(a["w"], s["n"], s["k"]) @ grid(a["x"], s["k"], s["m"]),
    "few_rows_of_halves": lambda a, s: functional.linear(grid(a["x"], s["m"], s["k"]), grid(a["w"], s["n"], s["k"])),
    "few_rows_of_halves_across": lambda a, s: grid(a["x"], s["m"], s["k"]) @ grid(a["w"], s["k"], s["n"]),
    "few_columns_of_halves": lambda a, s: functional.linear(grid(a["w"], s["n"], s["k"]), grid(a["x"], s["m"], s["k"])),
    "convolution": lambda a, s: functional.conv2d(images(a, s), window(a, s), padding=1),
    "convolution_of_halves": lambda a, s: functional.conv2d(images(a, s), window(a, s), padding=1),
    "convolution_of_small_images": lambda a, s: functional.relu(
        functional.conv2d(images(a, s), window(a, s), a["bias"].flatten(), padding=1)),
    "convolution_of_channels_last": lambda a, s: convolved_last(a, s),
    "convolution_of_halves_last": lambda a, s: convolved_last(a, s),
    "strided_convolution": lambda a, s: functional.conv2d(
        images(a, s), grid(a["w"], s["filters"], s["channels"], s["kh"], s["kw"]), a["bias"].flatten(), s["stride"], s["pad"]),
    "depthwise_convolution": lambda a, s: functional.conv2d(
        images(a, s), grid(a["w"], s["channels"], 1, 3, 3), padding=1, groups=s["channels"]),


    "grouped_attention": lambda a, s: flash(
        *(grid(a[name], s["batch"], s["seq"], -1, s["dim"]).transpose(1, 2) for name in "qkv"), is_causal=True, scale=1.5,
        enable_gqa=True).transpose(1, 2),
    "attention_of_halves": lambda a, s: flash(*(grid(a[name], 1, s["heads"], s["seq"], s["dim"]) for name in "qkv"), scale=1.5),
    "decode_attention": lambda a, s: flash(
        grid(a["q"], s["batch"], s["heads"], 1, s["dim"]),
        *(grid(a[name], s["batch"], s["heads"], s["keys"], s["dim"]) for name in "kv"), scale=1.5),
    "attention_with_bias": lambda a, s: functional.scaled_dot_product_attention(
        grid(a["q"], 1, s["heads"], s["queries"], s["dim"]), grid(a["k"], 1, s["heads"], s["keys"], s["dim"]),
        grid(a["v"], 1, s["heads"], s["keys"], s["dim"]), grid(a["bias"], 1, s["heads"], s["queries"], s["keys"]), scale=1.5),
}
FORMS |= {name.replace("rough_", "split_"): form for name, form in FORMS.items() if name.startswith("rough_")}
