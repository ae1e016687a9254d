// A problem at one size on a device: its module loaded, its arrays allocated, its launches ready to go.
#pragma once

#include <string>
#include <vector>

#include "device/device.h"
#include "problem/data.h"
#include "problem/resolve.h"

namespace whet {

class StagedProblem {
 public:
  // Compares the compiled kernels' parameters with what the launches give, loads and allocates. Nothing is written yet.
  // `device` and `resolved` must outlive it.
  static Result<StagedProblem> stage(const Problem& problem, const ResolvedCase& resolved, const Build& build,
                                     Device& device);

  // In the order of the problem.
  const std::vector<Launch>& launches() const { return launches_; }
  // Of an array, by its place in ResolvedCase::arguments.
  uint64_t address(size_t argument) const { return addresses_[argument]; }

  // Every array as it is before a run: inputs from the seed, poison in outputs and scratch.
  Result<void> fill(const DataOptions& data, const FileSystem& files);
  // What the arrays hold now: of those that launches may change, or of the problem's outputs alone; the rest is empty.
  Result<std::vector<std::string>> save() const;
  Result<std::vector<std::string>> outputs() const;
  // Undoes what launches did since `save`.
  Result<void> restore(const std::vector<std::string>& saved);

 private:
  StagedProblem(const ResolvedCase& resolved, Device& device) : resolved_(&resolved), device_(&device) {}
  Result<void> allocate();
  Result<void> add_launches(const Problem& problem, const Build& build);
  Result<std::vector<std::string>> read_if(bool (*wanted)(const ResolvedArgument&)) const;

  const ResolvedCase* resolved_;
  Device* device_;
  std::vector<uint64_t> addresses_;  // 0 of scalars
  std::vector<Launch> launches_;
};

}  // namespace whet
