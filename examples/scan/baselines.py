def torch(out, **arguments):
    return arguments["in"].cumsum(0, dtype=out.dtype)
