// Python and what whet uses of it: PyTorch, Triton, and CUTLASS headers that came as Python packages.
#pragma once

#include <vector>

#include "environment/host.h"
#include "environment/probe.h"

namespace whet {

// python, torch, triton and cutlass, from one start of the interpreter that imports none of them.
std::vector<Probe> python_probes(const Machine& machine, const Host& host);

// `package_directories` are the interpreter's site-packages.
Probe cutlass_probe(const Machine& machine, const std::vector<std::string>& package_directories);

}  // namespace whet
