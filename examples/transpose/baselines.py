def torch(**arguments):
    return arguments["in"].t().contiguous()
