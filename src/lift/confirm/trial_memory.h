// The arrays and numbers of a meaning that was evaluated, in the memory of the virtual GPU, and what a run left there.
#pragma once

#include <string>
#include <vector>

#include "lift/confirm/decided_shares.h"
#include "lift/evaluate/parameter_use.h"
#include "lift/evaluate/value_evaluator.h"
#include "vgpu/memory/global_memory.h"

namespace whet::lift {

struct RunOutcome {
  enum class Kind : uint8_t { agrees, differs, faulted } kind = Kind::agrees;
  std::string text;            // the first difference, or the fault
  bool is_misaligned = false;  // the fault is that of a vector access
  bool is_cut_off = false;     // it did not end within the instructions that are allowed
  DecidedShares decided;       // of the elements that the meaning stores
  uint64_t instructions = 0;   // that warps executed
};

class TrialMemory {
 public:
  TrialMemory(vgpu::GlobalMemory& memory, std::vector<std::string> names, std::vector<ParameterUse> uses)
      : memory_(memory), names_(std::move(names)), uses_(std::move(uses)) {}

  const std::vector<ParameterUse>& uses() const { return uses_; }

  // Allocates the array of a parameter, of at least so many bytes; the pointer to pass. `round` varies what lies around
  // it.
  Result<std::string> place(int number, const Surroundings& surroundings, int round, size_t least = 0);
  // Writes what a variable of the module holds, at its own address.
  Result<void> fill_variable(int number, uint64_t address, uint64_t bytes, const Surroundings& surroundings, int round);
  // The bytes of a parameter that is a number.
  std::string scalar(int number, uint64_t bytes, const Surroundings& surroundings) const;
  // What is left in this array is not compared.
  void forget(int number) { buffers_[static_cast<size_t>(number)].is_forgotten = true; }
  // With what the meaning stores. `rounding` is that of a store.
  Result<RunOutcome> compare(double rounding);
  Result<void> release();

 private:
  struct Buffer {
    uint64_t address = 0;  // of the allocation
    std::string image;     // with what lies around
    size_t margin = 0;     // bytes before and after the array
    bool is_own = true;    // its memory is given back
    const LazyArray* array = nullptr;
    bool is_forgotten = false;
  };
  Result<void> compare_array(size_t number, double rounding, RunOutcome& outcome);
  std::string name(size_t number) const;

  vgpu::GlobalMemory& memory_;
  std::vector<std::string> names_;
  std::vector<ParameterUse> uses_;
  std::vector<Buffer> buffers_;  // by number of the parameter; no image: a number
};

}  // namespace whet::lift
