#include "cudart/code/code_registry.h"

#include <algorithm>
#include <utility>

#include "cudart/code/code_choice.h"

namespace whet::cudart {

CodeModule* CodeRegistry::add(const void* wrapper) {
  auto module = std::make_unique<CodeModule>();
  module->wrapper = wrapper;
  modules_.push_back(std::move(module));
  return modules_.back().get();
}

void CodeRegistry::remove(CodeModule* module) {
  std::erase_if(kernels_, [&](const auto& entry) { return entry.second->module == module; });
  std::erase_if(variables_, [&](const auto& entry) { return entry.second.module == module; });
  std::erase_if(modules_, [&](const auto& entry) { return entry.get() == module; });
}

void CodeRegistry::add_kernel(CodeModule* module, const void* host, std::string name) {
  auto record = std::make_unique<KernelRecord>();
  record->module = module;
  record->host = host;
  record->name = std::move(name);
  kernels_[host] = std::move(record);
}

void CodeRegistry::add_variable(const void* host, VariableRecord variable) {
  variables_[host] = std::move(variable);
}

KernelRecord* CodeRegistry::kernel(const void* host) {
  if (const auto found = kernels_.find(host); found != kernels_.end()) return found->second.get();
  const auto handle =
      std::find_if(kernels_.begin(), kernels_.end(), [&](const auto& entry) { return entry.second.get() == host; });
  return handle == kernels_.end() ? nullptr : handle->second.get();
}

Result<VirtualModule*> CodeRegistry::load(CodeModule& module) {
  if (module.error) return *module.error;
  if (module.loaded) return module.loaded.get();
  const auto attempt = [&]() -> Result<void> {
    TRY(code, registered_code(module.wrapper));
    TRY(build, choose_code(code, device_.facts()));
    module.build = std::move(build);
    TRY(loaded, VirtualModule::load(module.build, device_.memory()));
    module.loaded = std::move(loaded);
    return publish_managed(module);
  };
  if (auto loaded = attempt(); !loaded) {
    module.error = std::move(loaded).error();
    return *module.error;
  }
  return module.loaded.get();
}

// Gives host code the addresses of managed variables: it uses the storage of the device variable directly. The storage
// is shared because pointers that the host passes to kernels are host addresses.
Result<void> CodeRegistry::publish_managed(CodeModule& module) {
  for (const auto& [host, variable] : variables_) {
    if (variable.module != &module || !variable.managed_pointer) continue;
    const auto address = module.loaded->loaded().address(variable.name);
    if (!address) continue;
    if (device_.link()) return missing("the virtual GPU has no managed variables for judged host code");
    std::byte* const storage = device_.memory().find(*address)->host;
    TRY_VOID(device_.memory().share(storage, std::max<uint64_t>(variable.bytes, 1), variable.name));
    *variable.managed_pointer = storage;
  }
  return {};
}

Result<PlacedVariable> CodeRegistry::variable(const void* host) {
  const auto found = variables_.find(host);
  if (found == variables_.end()) return bad_input("the address is not that of a __device__ or __constant__ variable");
  const VariableRecord& variable = found->second;
  TRY(module, load(*variable.module));
  if (device_.link()) {
    TRY(place, device_.link()->variable(variable.name));
    return PlacedVariable{place, variable.bytes};
  }
  const auto address = module->loaded().address(variable.name);
  if (!address) return bad_input("the program's PTX has no variable `" + variable.name + "`");
  return PlacedVariable{*address, variable.bytes};
}

void CodeRegistry::add_machine_code(CodeModule& module) {
  if (module.build.cubin.empty()) assemble(module);
}

void CodeRegistry::add_line_maps(CodeModule& module) {
  const auto has_lines = [](const CubinFunction& function) { return !function.lines.ptx.empty(); };
  if (!module.assembled && !module.build.cubin.empty()) {
    const auto cubin = read_cubin(as_bytes(module.build.cubin));
    if (cubin && std::any_of(cubin->functions.begin(), cubin->functions.end(), has_lines)) return;
  }
  assemble(module);
}

void CodeRegistry::assemble(CodeModule& module) {
  if (std::exchange(module.assembled, true)) return;
  const Architecture target{device_.facts().architecture.sm, module.build.architecture.suffix};
  auto cubin = assembler_.assemble(module.build.ptx, target);
  if (cubin) (void)module.loaded->set_machine_code(std::move(*cubin));
}

}  // namespace whet::cudart
