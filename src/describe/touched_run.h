// Runs a kernel on the virtual GPU to see what it reads and writes of its arrays, before their shapes are known.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compile/compiler.h"
#include "device/staged_problem.h"
#include "device/virtual/virtual_device.h"
#include "problem/data/resolve.h"

namespace whet {

// What a run did to one array, in elements of its type.
struct ArrayUse {
  int64_t read_end = 0, write_end = 0;  // one past the last element; 0: none
  int64_t read = 0, written = 0;        // different elements; read before the launch wrote them
};

struct TouchedRun {
  std::map<std::string, ArrayUse> arrays;
  std::vector<NamedNumber> dims;
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
};

// Holds the device and the compiled kernel of one problem, whose arrays are larger than any use of them.
class TouchedRuns {
 public:
  // `most_instructions` are those of all warps of a launch together: a kernel that waits for something, or that is
  // launched too large because nothing tells its launch, ends soon.
  static Result<TouchedRuns> open(const Problem& problem, Compiler& compiler, const Knowledge& knowledge,
                                  uint64_t most_instructions = 1 << 25);

  // With these sizes. `problem` is the opened one, with any fills and launch. An error says at what the kernel stopped.
  Result<TouchedRun> run(const Problem& problem, const std::map<std::string, int64_t>& sizes, const FileSystem& files);
  // That warps issue at these sizes until the kernels end or stop.
  Result<double> instructions(const Problem& problem, const std::map<std::string, int64_t>& sizes,
                              const FileSystem& files);
  // Of all runs so far, in instructions of warps: the same on every machine.
  double work() const { return work_; }
  // The floating-point operations that the kernels execute at these sizes.
  Result<double> flops(const Problem& problem, const std::map<std::string, int64_t>& sizes, const FileSystem& files);

 private:
  Result<StagedProblem> stage(const Problem& problem, const ResolvedCase& resolved, const FileSystem& files);
  // The sum over all launches.
  Result<double> counted(const Problem& problem, const std::map<std::string, int64_t>& sizes, const FileSystem& files,
                         const std::function<Result<double>(const VirtualReport&)>& count);

  std::unique_ptr<VirtualDevice> device_;
  std::shared_ptr<DeviceModule> module_;
  Build build_;
  double work_ = 0;
};

}  // namespace whet
