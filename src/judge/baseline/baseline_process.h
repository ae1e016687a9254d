// A baseline in a Python process of its own: started once, then asked for results and times. src/judge/python/ has its
// side.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compile/source/scratch.h"
#include "device/device.h"
#include "judge/process/runner_process.h"
#include "problem/data/resolve.h"
#include "util/system/files.h"
#include "util/system/process.h"

namespace whet {

struct BaselineJob {
  std::string name;            // "torch.compile"
  std::string file;            // baselines.py; empty: none
  std::string device = "cpu";  // of torch: "cuda:0"
  uint64_t l2_bytes = 0;       // where torch does not tell
};

// What came of a question to a baseline.
struct BaselineAnswer {
  enum class Kind : uint8_t { given, skipped, failed } kind = Kind::given;
  std::string reason;   // of the other two
  std::string details;  // a traceback
  Message message;      // as it came
};

// A text of an answer; empty when it is absent or no text.
std::string text_at(const Json& head, const char* key);

class BaselineProcess {
 public:
  // Finds the function, in the first python3 that has torch; `message` says on what it runs and how it is timed. An
  // error means that no Python could be asked at all.
  static Result<BaselineProcess> start(const BaselineJob& job, const Problem& problem, const ResolvedCase& resolved,
                                       FileSystem& files, ProcessRunner& processes);

  const BaselineAnswer& opening() const { return opening_; }
  // Outputs of the problem's own arguments, by their place, from inputs by theirs.
  BaselineAnswer run(const std::vector<std::string>& inputs);
  std::vector<std::string> outputs_of(BaselineAnswer& answer) const;
  // Samples; the first call warms up before it.
  BaselineAnswer time(const SamplingPlan& plan);

 private:
  BaselineProcess(Scratch scratch, const ResolvedCase& resolved) : scratch_(std::move(scratch)), resolved_(&resolved) {}
  Result<void> open(const std::string& python, const Json& job);
  BaselineAnswer ask(Json head, const std::vector<std::string_view>& blobs, std::chrono::milliseconds deadline);

  Scratch scratch_;  // the program; goes after the process
  const ResolvedCase* resolved_;
  std::unique_ptr<RunnerProcess> process_;
  BaselineAnswer opening_;
};

}  // namespace whet
