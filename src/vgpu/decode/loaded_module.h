// A PTX module in device memory: its variables are allocated and initialised, its kernels are decoded at first use.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/module.h"
#include "util/result.h"
#include "vgpu/memory/global_memory.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

class LoadedModule {
 public:
  // Errors call the text `name`. The module's variables live in `memory`, which must outlive the module.
  static Result<std::shared_ptr<LoadedModule>> load(std::string_view ptx, const std::string& name,
                                                    GlobalMemory& memory);
  ~LoadedModule();
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;

  const ptx::Module& module() const { return *module_; }
  // Looks up the mangled name, then the plain name if only one kernel has it. The error for others lists all kernels.
  Result<std::shared_ptr<const Program>> program(std::string_view kernel);
  // Device address of a module variable.
  std::optional<uint64_t> address(std::string_view variable) const;

 private:
  LoadedModule(ptx::Module module, GlobalMemory& memory);
  Result<void> place_variables();
  Result<void> relocate(const ptx::Variable& variable);

  std::shared_ptr<const ptx::Module> module_;
  GlobalMemory& memory_;
  std::map<std::string, uint64_t, std::less<>> addresses_;
  std::map<std::string, std::shared_ptr<const Program>, std::less<>> programs_;
};

// Packs one byte string per argument into the parameter bytes of a launch. A wrong number or size is an error that
// shows both sides.
Result<std::string> pack_arguments(const Program& program, const std::vector<std::string>& arguments);

}  // namespace whet::vgpu
