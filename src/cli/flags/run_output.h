// How a run is shown: its progress, and its result at the end.
#pragma once

#include "cli/frame/progress.h"
#include "cli/frame/show.h"
#include "optimize/run/search_loop.h"
#include "store/run.h"

namespace whet {

struct RunOutput {
  bool json = false, markdown = false, events = false;
};

std::vector<Option> run_output_options(RunOutput* output);

// Shows progress as a line on a terminal; with --events, as a line of JSON on stdout for every step.
class RunProgress {
 public:
  RunProgress(const RunOutput& output, const store::Run& run, const OptimizeSettings& settings, Context& context);
  void tell(const SearchProgress& now);

 private:
  bool events_;
  store::RunId run_;
  size_t most_candidates_;
  Context& context_;
  ProgressLine line_;
};

// Prints one event, a JSON object on a line of its own, and flushes it for programs that read the stream.
void print_event(std::string_view kind, const Json& data, Context& context);

}  // namespace whet
