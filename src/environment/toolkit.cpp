#include "environment/toolkit.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "compile/toolkit/toolkit.h"

namespace whet {

namespace {

// CUDA major versions whose libraries whet can use.
constexpr const char* k_majors[] = {".13", ".12", ""};

// "cuda-12.9" -> {12, 9}, because versions must compare as numbers.
std::pair<int, int> version_of(const std::string& name) {
  char* rest = nullptr;
  const long major = std::strtol(name.c_str() + std::string_view("cuda-").size(), &rest, 10);
  const long minor = *rest == '.' ? std::strtol(rest + 1, nullptr, 10) : 0;
  return {static_cast<int>(major), static_cast<int>(minor)};
}

std::vector<std::string> chosen_prefixes(const Machine& machine) {
  std::vector<std::string> prefixes;
  for (const char* name : {"WHET_CUDA", "CUDA_HOME", "CUDA_PATH"}) {
    if (const std::string prefix = machine.variable(name); !prefix.empty()) prefixes.push_back(prefix);
  }
  return prefixes;
}

std::vector<std::string> usual_prefixes(const Machine& machine) {
  std::vector<std::string> versioned = machine.files.list("/usr/local");
  std::erase_if(versioned, [](const std::string& name) { return !name.starts_with("cuda-"); });
  std::sort(versioned.begin(), versioned.end(),
            [](const std::string& a, const std::string& b) { return version_of(a) > version_of(b); });
  std::vector<std::string> prefixes{"/usr/local/cuda"};
  for (const std::string& name : versioned) prefixes.push_back("/usr/local/" + name);
  prefixes.push_back("/opt/cuda");
  return prefixes;
}

std::optional<std::string> tool_in(const Machine& machine, const std::vector<std::string>& prefixes,
                                   const std::string& name) {
  for (const std::string& prefix : prefixes) {
    for (const char* directory : {"bin", "compute-sanitizer", "extras/compute-sanitizer"}) {
      const std::string path = prefix + "/" + directory + "/" + name;
      if (const auto info = machine.files.info(path); info && !info->is_directory) return path;
    }
  }
  return std::nullopt;
}

std::optional<std::string> compiler_tool(const Machine& machine, const std::string& name) {
  const auto toolkit = find_toolkit({}, machine.files, machine.processes);
  if (!toolkit) return std::nullopt;
  const std::string& path = name == "nvcc" ? toolkit->nvcc : toolkit->ptxas;
  return path.empty() ? std::nullopt : std::optional(path);
}

}  // namespace

std::vector<std::string> toolkit_prefixes(const Machine& machine) {
  std::vector<std::string> prefixes = chosen_prefixes(machine);
  for (std::string& prefix : usual_prefixes(machine)) prefixes.push_back(std::move(prefix));
  return prefixes;
}

std::optional<std::string> find_cuda_tool(const Machine& machine, const std::string& name) {
  if (name == "nvcc" || name == "ptxas") return compiler_tool(machine, name);
  if (const auto path = tool_in(machine, chosen_prefixes(machine), name)) return path;
  if (const auto path = machine.processes.find_program(name)) return path;
  return tool_in(machine, usual_prefixes(machine), name);
}

std::vector<std::string> library_names(const Machine& machine, const std::string& stem) {
  std::vector<std::string> names;
  for (const std::string& prefix : toolkit_prefixes(machine)) {
    for (const char* directory : {"lib64", "extras/CUPTI/lib64", "lib"}) {
      for (const char* major : k_majors) {
        const std::string path = prefix + "/" + directory + "/" + stem + major;
        if (machine.files.info(path)) names.push_back(path);
      }
    }
  }
  for (const char* major : k_majors) names.push_back(stem + major);
  return names;
}

}  // namespace whet
