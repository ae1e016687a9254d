// A kernel on the virtual GPU, with the arrays of a meaning that was evaluated, and what it left there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lift/confirm/member_arrays.h"
#include "lift/confirm/trial_memory.h"
#include "vgpu/check/checked_run.h"
#include "vgpu/decode/loaded_module.h"
#include "vgpu/program/fault.h"

namespace whet::lift {

// What the kernel did, by lanes.
struct ExecutedWork {
  double flops = 0;
  uint64_t loaded_bytes = 0, stored_bytes = 0;  // of global memory
};

struct RunShape {
  vgpu::Dim3 grid, block;
  uint64_t dynamic_shared_bytes = 0;
  uint64_t budget = 0;  // most instructions that all warps together may execute
};

class KernelRun {
 public:
  static Result<KernelRun> load(const std::string& ptx, const std::string& kernel, const Meaning& meaning,
                                std::vector<ParameterUse> uses, std::vector<MemberArray> members = {});

  const std::vector<ParameterUse>& uses() const { return arrays_.uses(); }
  const ptx::Module& module() const { return module_->module(); }
  const ptx::Function& function() const { return *module_->module().function(program_->kernel); }

  // `round` varies what lies around the arrays. `rounding` is that of a store.
  Result<RunOutcome> run(const Surroundings& surroundings, const RunShape& shape, double rounding, int round);
  // The same launch, counted.
  Result<ExecutedWork> count(const Surroundings& surroundings, const RunShape& shape);

 private:
  KernelRun(std::unique_ptr<vgpu::GlobalMemory> memory, std::shared_ptr<vgpu::LoadedModule> module,
            std::shared_ptr<const vgpu::Program> program, const Meaning& meaning, std::vector<ParameterUse> uses,
            std::vector<MemberArray> members);

  Result<vgpu::RunResult> launch(const Surroundings& surroundings, const RunShape& shape, int round, bool counted);
  Result<std::vector<std::string>> arguments(const Surroundings& surroundings, int round);
  Result<void> fill_variables(const Surroundings& surroundings, int round);

  std::unique_ptr<vgpu::GlobalMemory> memory_;
  std::shared_ptr<vgpu::LoadedModule> module_;
  std::shared_ptr<const vgpu::Program> program_;
  std::vector<ModuleVariable> variables_;
  std::vector<MemberArray> members_;  // pointers in structs
  bool may_race_ = false, is_in_step_ = false, copies_padding_ = false;
  TrialMemory arrays_;
};

}  // namespace whet::lift
