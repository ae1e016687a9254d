#include "environment/probe.h"

#include <array>

namespace whet {

namespace {

struct ProbeFacts {
  std::string_view name, group, lost;
};

constexpr std::array k_probes = {
    ProbeFacts{"gpu", "GPU", "no measured times; kernels run on the virtual GPU and times are modelled"},
    ProbeFacts{"nvrtc", "compilers", "each compile goes through nvcc: about a second instead of some 20 ms"},
    ProbeFacts{"nvcc", "compilers", "sources that NVRTC cannot take (host code, host headers) are not compiled"},
    ProbeFacts{"ptxas", "compilers", "PTX files are not assembled; sources and cubins still are read"},
    ProbeFacts{"host-compiler", "compilers", "no references written in C++"},
    ProbeFacts{"cutlass", "compilers", "kernels that include CUTLASS or CuTe headers do not compile"},
    ProbeFacts{"cupti", "profiling", "no counters read in process; ncu, where present, takes seconds a launch"},
    ProbeFacts{"counters", "profiling", "no measured metrics: what binds a kernel is counted and modelled instead"},
    ProbeFacts{"ncu", "profiling", "no cross-check of metrics with Nsight Compute"},
    ProbeFacts{"compute-sanitizer", "profiling", "memory errors are found on the virtual GPU only"},
    ProbeFacts{"cuobjdump", "profiling", "no cross-check of the cubin reader; nothing else"},
    ProbeFacts{"nvdisasm", "profiling", "no cross-check of the SASS decoder; nothing else"},
    ProbeFacts{"python", "python", "no references or kernels written in Python"},
    ProbeFacts{"torch", "python", "no references written with PyTorch"},
    ProbeFacts{"triton", "python", "no Triton kernels"},
    ProbeFacts{"sandbox", "isolation", "candidates that bring host code run with the rights of the user"},
    ProbeFacts{"bwrap", "isolation", "compilers run outside a sandbox"},
    ProbeFacts{"libcurl", "minds", "no language model behind a server is asked; commands (--mind exec:...) still are"},
    ProbeFacts{"ssh", "remote", "no workers on other hosts"},
    ProbeFacts{"slurm", "remote", "no workers on a Slurm cluster"},
    ProbeFacts{"cache", "storage", "every compile starts anew"},
};

}  // namespace

std::string_view name_of(ProbeStatus status) {
  switch (status) {
    case ProbeStatus::found:
      return "found";
    case ProbeStatus::limited:
      return "limited";
    case ProbeStatus::missing:
      return "missing";
    case ProbeStatus::unknown:
      break;
  }
  return "unknown";
}

Probe begin_probe(std::string_view name) {
  Probe probe{std::string(name), {}};
  for (const ProbeFacts& facts : k_probes) {
    if (facts.name != name) continue;
    probe.group = std::string(facts.group);
    probe.lost = std::string(facts.lost);
  }
  return probe;
}

std::vector<std::string> probe_names() {
  std::vector<std::string> names;
  names.reserve(k_probes.size());
  for (const ProbeFacts& facts : k_probes) names.emplace_back(facts.name);
  return names;
}

}  // namespace whet
