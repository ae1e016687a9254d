// Python and what whet uses with it: PyTorch, Triton, and CUTLASS headers from Python packages.
#pragma once

#include <vector>

#include "environment/host.h"
#include "environment/probe.h"

namespace whet {

// python, torch, triton and cutlass, from a single run of the interpreter that imports none of them.
std::vector<Probe> python_probes(const Machine& machine, const Host& host);

// `package_directories` are the interpreter's site-packages.
Probe cutlass_probe(const Machine& machine, const std::vector<std::string>& package_directories);

}  // namespace whet
