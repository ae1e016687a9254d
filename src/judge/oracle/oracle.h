// Computes the expected outputs, where no candidate can reach them.
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

// The elements of each output among the problem's own arguments; the other entries are empty.
using Expected = std::vector<std::vector<double>>;

// What an oracle is asked: `inputs` has the bytes of each of the problem's own arguments that is read.
struct Question {
  const ResolvedCase& resolved;
  const std::vector<std::string>& inputs;
};

// The answers to several questions, in the same order.
class AnswerStream {
 public:
  virtual ~AnswerStream() = default;
  virtual Result<Expected> next() = 0;  // after an error there are no more answers
};

class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual Result<Expected> expected(const ResolvedCase& resolved, const std::vector<std::string>& inputs) = 0;
  // Announces the next questions in their order, so that they can be computed in advance. This is only a hint.
  virtual void prepare(const std::vector<Question>&) {}
  // Starts to answer in advance; nullptr: the oracle cannot. The questions need not outlive the call.
  virtual std::unique_ptr<AnswerStream> answers(const std::vector<Question>&) { return nullptr; }
};

// Services that an oracle may need.
struct OracleServices {
  std::string cache_directory;
  FileSystem& files;
  ProcessRunner& processes;
  Compiler& compiler;
  Device& device;                                      // not the candidate's
  std::chrono::milliseconds reference_limit{300'000};  // for one answer
  // Opens another device on which host code may run, for a reference that is a kernel.
  std::function<Result<std::unique_ptr<Device>>()> host_device = {};
};

// Follows [reference] of the problem: C++ or Python in its own process, another kernel, or the original kernel itself.
// Answers are kept, because candidates of one session get the same questions. Answers of C++ and Python that took long
// are also kept on disk, by the content of reference and inputs.
Result<std::unique_ptr<Oracle>> make_oracle(const Problem& problem, const OracleServices& services);

// "reference.cpp", "the original kernel"
std::string oracle_name(const Problem& problem);

}  // namespace whet
