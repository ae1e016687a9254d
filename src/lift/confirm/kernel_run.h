// A kernel on the virtual GPU, with the arrays of a meaning that was evaluated, and what it left there.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lift/evaluate/parameter_use.h"
#include "lift/evaluate/value_evaluator.h"
#include "vgpu/check/checked_run.h"
#include "vgpu/decode/loaded_module.h"
#include "vgpu/program/fault.h"

namespace whet::lift {

struct RunOutcome {
  enum class Kind : uint8_t { agrees, differs, faulted } kind = Kind::agrees;
  std::string text;            // the first difference, or the fault
  bool is_misaligned = false;  // the fault is that of a vector access
  uint64_t compared = 0;       // elements that the meaning stores
  uint64_t decided = 0;        // those where the meaning's value is known well enough to tell right from wrong
};

// What the kernel did, by lanes.
struct ExecutedWork {
  double flops = 0;
  uint64_t loaded_bytes = 0, stored_bytes = 0;  // of global memory
};

struct RunShape {
  vgpu::Dim3 grid, block;
  uint64_t dynamic_shared_bytes = 0;
};

class KernelRun {
 public:
  static Result<KernelRun> load(const std::string& ptx, const std::string& kernel, std::vector<std::string> names,
                                std::vector<ParameterUse> uses);

  const ptx::Module& module() const { return module_->module(); }
  const ptx::Function& function() const { return *module_->module().function(program_->kernel); }

  // `round` varies what lies around the arrays. `rounding` is that of a store.
  Result<RunOutcome> run(const Surroundings& surroundings, const RunShape& shape, double rounding, int round);
  // The same launch, counted.
  Result<ExecutedWork> count(const Surroundings& surroundings, const RunShape& shape);

 private:
  struct Buffer {
    uint64_t address = 0;  // of the allocation
    std::string image;     // with what lies around
    const LazyArray* array = nullptr;
  };
  KernelRun(std::unique_ptr<vgpu::GlobalMemory> memory, std::shared_ptr<vgpu::LoadedModule> module,
            std::shared_ptr<const vgpu::Program> program, std::vector<std::string> names,
            std::vector<ParameterUse> uses);

  Result<vgpu::RunResult> launch(const Surroundings& surroundings, const RunShape& shape, int round, bool counted);
  Result<void> release();
  Result<std::vector<std::string>> arguments(const Surroundings& surroundings, int round);
  Result<std::string> place(int number, const Surroundings& surroundings, int round);
  std::string scalar(int number, uint64_t bytes, const Surroundings& surroundings) const;
  Result<RunOutcome> compare(double rounding);
  Result<void> compare_array(size_t number, double rounding, RunOutcome& outcome);
  std::string name(size_t number) const;

  std::unique_ptr<vgpu::GlobalMemory> memory_;
  std::shared_ptr<vgpu::LoadedModule> module_;
  std::shared_ptr<const vgpu::Program> program_;
  std::vector<std::string> names_;
  std::vector<ParameterUse> uses_;
  std::vector<Buffer> buffers_;  // by number of the parameter; no image: a number
};

}  // namespace whet::lift
