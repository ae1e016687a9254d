// CUTLASS has only headers, so it can be in any directory.
#include "environment/python_probe.h"
#include "environment/toolkit.h"
#include "util/text.h"

namespace whet {

namespace {

std::vector<std::string> include_directories(const Machine& machine,
                                             const std::vector<std::string>& package_directories) {
  std::vector<std::string> directories;
  for (const char* name : {"CUTLASS_PATH", "CUTLASS_HOME", "CUTLASS_DIR"}) {
    const std::string value = machine.variable(name);
    if (!value.empty()) directories.insert(directories.end(), {value + "/include", value});
  }
  for (const char* usual :
       {"/usr/local/cutlass/include", "/opt/cutlass/include", "/usr/local/include", "/usr/include"}) {
    directories.emplace_back(usual);
  }
  if (const std::string home = machine.variable("HOME"); !home.empty())
    directories.push_back(home + "/cutlass/include");
  for (const std::string& prefix : toolkit_prefixes(machine)) directories.push_back(prefix + "/include");
  for (const std::string& packages : package_directories) {
    for (const char* inside :
         {"cutlass_library/source/include", "flashinfer/data/cutlass/include", "deep_gemm/include"}) {
      directories.push_back(packages + "/" + inside);
    }
  }
  return directories;
}

// "#define CUTLASS_MAJOR 4" -> "4"
std::string defined(std::string_view header, std::string_view name) {
  for (const std::string_view line : split(header, '\n')) {
    const std::string wanted = "#define " + std::string(name) + " ";
    if (line.starts_with(wanted)) return std::string(trim(line.substr(wanted.size())));
  }
  return "?";
}

}  // namespace

Probe cutlass_probe(const Machine& machine, const std::vector<std::string>& package_directories) {
  Probe probe = begin_probe("cutlass");
  for (const std::string& directory : include_directories(machine, package_directories)) {
    const auto header = machine.files.read(directory + "/cutlass/version.h");
    if (!header) continue;
    probe.status = ProbeStatus::found;
    probe.path = directory;
    probe.version = join(
        {defined(*header, "CUTLASS_MAJOR"), defined(*header, "CUTLASS_MINOR"), defined(*header, "CUTLASS_PATCH")}, ".");
    return probe;
  }
  probe.mend = "git clone --depth 1 https://github.com/NVIDIA/cutlass and set CUTLASS_PATH to it";
  return probe;
}

}  // namespace whet
