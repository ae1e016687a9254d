// What the outputs should be, computed where no candidate can reach.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compile/compiler.h"
#include "device/device.h"
#include "problem/data/resolve.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

// Elements of each of the problem's own arguments that is an output; the others are empty.
using Expected = std::vector<std::vector<double>>;

// What is asked: `inputs` holds the bytes of each of the problem's own arguments that is read.
struct Question {
  const ResolvedCase& resolved;
  const std::vector<std::string>& inputs;
};

// The answers to several questions, in their order.
class AnswerStream {
 public:
  virtual ~AnswerStream() = default;
  virtual Result<Expected> next() = 0;  // after an error there are no more
};

class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual Result<Expected> expected(const ResolvedCase& resolved, const std::vector<std::string>& inputs) = 0;
  // Says what will be asked next, in this order, so that it can be worked on meanwhile. Nothing depends on it.
  virtual void prepare(const std::vector<Question>&) {}
  // Those of an oracle that can work ahead; nullptr: it cannot. The questions need not live on.
  virtual std::unique_ptr<AnswerStream> answers(const std::vector<Question>&) { return nullptr; }
};

// What an oracle may need.
struct OracleServices {
  std::string cache_directory;
  FileSystem& files;
  ProcessRunner& processes;
  Compiler& compiler;
  Device& device;                                      // not the candidate's
  std::chrono::milliseconds reference_limit{300'000};  // that one answer may take
  // Opens another device, where host code may run; of a kernel that is the reference.
  std::function<Result<std::unique_ptr<Device>>()> host_device = {};
};

// By [reference] of the problem: C++ or Python in a process of its own, another kernel, or the original kernel itself.
// Answers are kept: candidates of one session are asked the same questions. Those of C++ and Python that took a while
// are kept on disk too, by the content of reference and inputs.
Result<std::unique_ptr<Oracle>> make_oracle(const Problem& problem, const OracleServices& services);

// "reference.cpp", "the original kernel"
std::string oracle_name(const Problem& problem);

}  // namespace whet
