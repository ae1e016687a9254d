// Computes the expected outputs, where no candidate can reach them.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compile/compiler.h"
#include "device/device.h"
#include "problem/data/array_math.h"
#include "problem/data/resolve.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

// What an oracle is asked: `inputs` has the content of each of the problem's own arguments that is read.
struct Question {
  const ResolvedCase& resolved;
  const ArrayContents& inputs;
};

// The answers to several questions, in the same order.
class AnswerStream {
 public:
  virtual ~AnswerStream() = default;
  virtual Result<NumberArrays> next() = 0;  // after an error there are no more answers
};

class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual Result<NumberArrays> expected(const ResolvedCase& resolved, const ArrayContents& inputs) = 0;
  // Announces the next questions in their order, so that they can be computed in advance. This is only a hint.
  virtual void prepare(const std::vector<Question>&) {}
  // Starts to answer in advance; nullptr: the oracle cannot. The questions need not outlive the call.
  virtual std::unique_ptr<AnswerStream> answers(const std::vector<Question>&) { return nullptr; }

  // Who has the last word on answers at a case, where this oracle only stands in for it; nullptr: nobody else.
  virtual Oracle* authority(const ResolvedCase&) { return nullptr; }
  // Whether answers at a case are the original's own, with nobody who has the last word on them.
  virtual bool is_original_alone(const ResolvedCase&) { return false; }
  // Who answered what, if that needs saying.
  virtual std::vector<std::string> notes() const { return {}; }

  // Looks at answers, and at what is compared with them, where they lie.
  ArrayMath& arrays() const { return *arrays_; }
  virtual void set_arrays(ArrayMath& arrays) { arrays_ = &arrays; }

 private:
  ArrayMath* arrays_ = &host_math();
};

// Services that an oracle may need.
struct OracleServices {
  std::string cache_directory;
  FileSystem& files;
  ProcessRunner& processes;
  Compiler& compiler;
  Device& device;                                      // not the candidate's
  std::chrono::milliseconds reference_limit{300'000};  // for one answer
  std::chrono::milliseconds patience{0};               // less than that, where the original can stand in; 0: the same
  // Opens another device, in a process of its own, for a reference that is host code, and for any kernel on a GPU: one
  // that faults ends its process.
  std::function<Result<std::unique_ptr<Device>>()> own_device = {};
  ArrayMath* arrays = &host_math();  // for answers in the device's memory
};

// Follows [reference] of the problem: C++ or Python in its own process, another kernel, or the original kernel itself.
// On a GPU the original stands in for a reference that is slow (stand_in_oracle.h).
// Answers are kept, because candidates of one session get the same questions. Answers of C++ and Python that took long
// are also kept on disk, by the content of reference and inputs.
Result<std::unique_ptr<Oracle>> make_oracle(const Problem& problem, const OracleServices& services);

// "reference.cpp", "the original kernel"
std::string oracle_name(const Problem& problem);

}  // namespace whet
