// What the outputs should be, computed where no candidate can reach.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "compile/compiler.h"
#include "device/device.h"
#include "problem/resolve.h"
#include "util/files.h"
#include "util/process.h"

namespace whet {

// Elements of each of the problem's own arguments that is an output; the others are empty.
using Expected = std::vector<std::vector<double>>;

class Oracle {
 public:
  virtual ~Oracle() = default;
  // `inputs` holds the bytes of each of the problem's own arguments that is read.
  virtual Result<Expected> expected(const ResolvedCase& resolved, const std::vector<std::string>& inputs) = 0;
};

// What an oracle may need.
struct OracleServices {
  std::string cache_directory;
  FileSystem& files;
  ProcessRunner& processes;
  Compiler& compiler;
  Device& device;                                      // not the candidate's
  std::chrono::milliseconds reference_limit{300'000};  // that one answer may take
};

// By [reference] of the problem: C++ or Python in a process of its own, another kernel, or the original kernel itself.
// Answers are kept: candidates of one session are asked the same questions. Those of C++ and Python that took a while
// are kept on disk too, by the content of reference and inputs.
Result<std::unique_ptr<Oracle>> make_oracle(const Problem& problem, const OracleServices& services);

// "reference.cpp", "the original kernel"
std::string oracle_name(const Problem& problem);

}  // namespace whet
