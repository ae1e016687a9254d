// Runs NVIDIA's compute-sanitizer on one call of a candidate, on a GPU.
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.h"
#include "judge/sanitizer/sanitizer_log.h"
#include "problem/data/array_content.h"
#include "problem/data/resolve.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

class ComputeSanitizer {
 public:
  // Looks in PATH, then in the toolkit's directories; an error of kind missing if it is not found. `device` is
  // "cuda:0"; `self` is whet's own program, which makes the call (`whet sanitized`).
  static Result<ComputeSanitizer> find(const std::string& device, const std::string& self, FileSystem& files,
                                       ProcessRunner& processes);

  // The findings of all its tools (memory, races, uninitialised reads, barriers); each needs its own process, and
  // seconds. A call that cannot be watched to its end is an error.
  Result<std::vector<SanitizerFinding>> watch(const Problem& problem, const ResolvedCase& resolved,
                                              const ArrayContents& inputs, const Build& build);

 private:
  ComputeSanitizer(std::string program, std::string device, std::string self, FileSystem& files,
                   ProcessRunner& processes)
      : program_(std::move(program)),
        device_(std::move(device)),
        self_(std::move(self)),
        files_(files),
        processes_(processes) {}
  Result<SanitizerLog> run_tool(const std::string& tool, const std::string& directory);

  std::string program_, device_, self_;
  FileSystem& files_;
  ProcessRunner& processes_;
};

}  // namespace whet
