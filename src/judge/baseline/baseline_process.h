// A baseline in its own Python process: started once, then asked for results and times. src/judge/python/ has its side.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compile/source/scratch.h"
#include "device/device.h"
#include "judge/process/runner_process.h"
#include "problem/data/array_content.h"
#include "problem/data/resolve.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

struct BaselineJob {
  std::string name;            // "torch.compile"
  std::string file;            // baselines.py; may be empty
  std::string device = "cpu";  // of torch: "cuda:0"
  uint64_t l2_bytes = 0;       // used if torch does not report it
};

// The answer of a baseline.
struct BaselineAnswer {
  enum class Kind : uint8_t { given, skipped, failed } kind = Kind::given;
  std::string reason;   // for skipped and failed
  std::string details;  // a traceback
  Message message;      // as received
};

// A text of an answer; empty if it is absent or not a text.
std::string text_at(const Json& head, const char* key);

class BaselineProcess {
 public:
  // Finds the function, in the first python3 that has torch; `message` says where it runs and how it is timed. It is an
  // error if no Python could be started at all.
  static Result<BaselineProcess> start(const BaselineJob& job, const Problem& problem, const ResolvedCase& resolved,
                                       FileSystem& files, ProcessRunner& processes);

  const BaselineAnswer& opening() const { return opening_; }
  // Outputs and inputs are indexed like the problem's own arguments.
  BaselineAnswer run(const ArrayContents& inputs);
  std::vector<std::string> outputs_of(BaselineAnswer& answer) const;
  // Takes samples; the first call warms up before.
  BaselineAnswer time(const SamplingPlan& plan);

 private:
  BaselineProcess(Scratch scratch, const ResolvedCase& resolved) : scratch_(std::move(scratch)), resolved_(&resolved) {}
  Result<void> open(const std::string& python, const Json& job);
  BaselineAnswer ask(Json head, const std::vector<std::string_view>& blobs, std::chrono::milliseconds deadline);

  Scratch scratch_;  // the program's files; removed after the process
  const ResolvedCase* resolved_;
  std::unique_ptr<RunnerProcess> process_;
  BaselineAnswer opening_;
};

}  // namespace whet
