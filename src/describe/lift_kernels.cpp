#include "describe/lift_kernels.h"

#include <algorithm>

#include "binary/container/demangle.h"
#include "compile/code_file.h"
#include "ptx/reader/parser.h"
#include "source/kernel/kernel_macros.h"
#include "source/kernel/kernels.h"
#include "source/launch/launch_sites.h"
#include "util/text.h"

namespace whet {

namespace {

std::string plain_name_of(const std::string& mangled) {
  CubinFunction function;
  function.name = mangled;
  function.signature = demangle(mangled);
  return plain_name(function);
}

std::string signature_text(const std::string& name, const std::vector<Parameter>& parameters) {
  std::vector<std::string> texts;
  for (const Parameter& parameter : parameters) texts.push_back(parameter.text);
  return without_scope(name) + "(" + join(texts, ", ") + ")";
}

// The block of the source's own launches, where all of them agree and are numbers.
lift::KnownLaunch own_launch(const std::vector<LaunchSite>& sites, const std::string& kernel) {
  lift::KnownLaunch launch;
  for (const LaunchSite& site : sites) {
    if (site.kernel != kernel || site.block.empty()) continue;
    vgpu::Dim3 block;
    uint32_t* const extents[] = {&block.x, &block.y, &block.z};
    for (size_t i = 0; i < site.block.size() && i < 3; ++i) {
      const auto value = site.block[i].value();
      if (!value || *value < 1 || *value > 1024) return {};
      *extents[i] = static_cast<uint32_t>(*value);
    }
    if (launch.block && (launch.block->x != block.x || launch.block->y != block.y || launch.block->z != block.z))
      return {};
    if (block.count() > 1024) return {};
    launch.block = block;
    launch.dynamic_shared_bytes =
        static_cast<uint64_t>(site.shared ? std::max<int64_t>(site.shared->value().value_or(0), 0) : 0);
  }
  return launch;
}

std::string listed(const std::vector<LiftKernel>& kernels) {
  std::vector<std::string> names;
  for (const LiftKernel& kernel : kernels) names.push_back(without_scope(plain_name_of(kernel.name)));
  if (names.size() > 20) names.resize(20);
  return join(names, ", ");
}

}  // namespace

std::string without_scope(const std::string& name) {
  const size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

Result<std::vector<LiftKernel>> lift_kernels(const std::string& ptx, const std::string& source,
                                             const std::string& path) {
  TRY(module, ptx::parse(ptx, path));
  std::vector<KernelSource> written = find_kernels(source);
  const std::string made = kernels_of_macros(source);
  for (KernelSource& each : find_kernels(made)) written.push_back(std::move(each));
  const std::vector<LaunchSite> sites = find_launch_sites(source);
  std::vector<LiftKernel> kernels;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry || function.is_declaration) continue;
    const std::string name = without_scope(plain_name_of(function.name));
    LiftKernel kernel{function.name, demangle(function.name), {}, own_launch(sites, name)};
    for (const KernelSource& one : written) {
      auto parameters = read_parameters(one.parameters);
      if (one.name != name || parameters.size() != function.parameters.size()) continue;
      kernel.parameters = std::move(parameters);
      if (!one.is_template) kernel.signature = signature_text(name, kernel.parameters);
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

Result<std::vector<LiftKernel>> choose_lift_kernels(std::vector<LiftKernel> kernels, const std::string& wanted,
                                                    const std::string& path) {
  if (kernels.empty()) {
    return bad_input(
        "`" + path + "` holds no kernel", {},
        "define a __global__ function in it; a template must be instantiated: template __global__ void f<float>(...);");
  }
  if (wanted.empty()) return kernels;
  std::vector<LiftKernel> exact, holding;
  for (const LiftKernel& kernel : kernels) {
    const std::string plain = plain_name_of(kernel.name);
    const bool same = kernel.name == wanted || plain == wanted || without_scope(plain) == wanted;
    if (same) exact.push_back(kernel);
    if (demangle(kernel.name).find(wanted) != std::string::npos) holding.push_back(kernel);
  }
  if (!exact.empty()) return exact;
  if (!holding.empty()) return holding;
  return bad_input("`" + path + "` holds no kernel `" + wanted + "`", {}, "it has: " + listed(kernels));
}

}  // namespace whet
