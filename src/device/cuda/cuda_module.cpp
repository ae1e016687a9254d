#include "device/cuda/cuda_module.h"

#include "ptx/module.h"
#include "ptx/reader/parser.h"

namespace whet {

namespace {

std::vector<std::string> global_variables(const std::string& ptx) {
  std::vector<std::string> names;
  if (ptx.find(".global .align") == std::string::npos) return names;
  const auto module = ptx::parse(ptx, "module");
  if (!module) return names;
  for (const ptx::Variable& variable : module->variables) {
    if (variable.space == ptx::Space::global) names.push_back(variable.name);
  }
  return names;
}

}  // namespace

Result<std::shared_ptr<CudaModule>> CudaModule::load(const CudaLibrary& driver, const Build& build) {
  void* module = nullptr;
  TRY_VOID(driver.call("cuModuleLoadData", &module, static_cast<const void*>(build.cubin.data())));
  return std::make_shared<CudaModule>(driver, module, global_variables(build.ptx));
}

CudaModule::~CudaModule() {
  (void)driver_.call("cuModuleUnload", module_);
}

Result<void*> CudaModule::function(const std::string& kernel) {
  if (const auto known = functions_.find(kernel); known != functions_.end()) return known->second;
  void* function = nullptr;
  TRY_VOID(driver_.call("cuModuleGetFunction", &function, module_, kernel.c_str()));
  return functions_[kernel] = function;
}

std::optional<VariablePlace> CudaModule::place(const std::string& variable) const {
  unsigned long long address = 0;
  size_t bytes = 0;
  if (!driver_.call("cuModuleGetGlobal_v2", &address, &bytes, module_, variable.c_str())) return std::nullopt;
  return VariablePlace{address, bytes};
}

}  // namespace whet
