// How a run searches and when it ends.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hardware/reachable.h"
#include "learn/learned_method.h"
#include "problem/file/additions.h"
#include "util/result.h"
#include "util/text/json.h"

namespace whet {

// Whom a run asks for kernels, and how much.
struct MindOrder {
  std::vector<std::string> minds;  // "anthropic:MODEL"; those after the first are asked when nothing is gained
  int64_t calls = 24;              // at most
  std::optional<int64_t> tokens;   // likewise; absent: no limit
  std::optional<double> dollars;
  bool transcripts = false;                        // prompts and answers are kept in the run's folder
  bool redacts = false;                            // minds see neither names nor sizes of the user's
  std::map<std::string, std::string> prices = {};  // of models, as the user gave them: "3,15" (mind/money/prices.h)

  bool operator==(const MindOrder&) const = default;
};

struct OptimizeSettings {
  std::string device = "virtual:h200";
  std::map<std::string, int64_t> dims;
  uint64_t seed = 1;
  std::string strategy;          // of the tuner; empty: the one that fits
  size_t batch = 8;              // candidates per round
  size_t most_candidates = 200;  // in the whole run
  double most_seconds = 120;
  size_t patience = 6;                                 // rounds without progress
  double enough_share = k_usual_target;                // of what can be reached: getting there ends the run
  bool declared = false;                               // vary only what [tune] declares
  bool writes = true;                                  // kernels for what the kernel computes are tried too
  bool edits = true;                                   // edits of the kernel's text are tried too
  bool planned = true;                                 // what the diagnosis plans is tried first
  bool learns = true;                                  // patterns of earlier runs say what is tried first
  double margin = 0.01;                                // no case may become slower by more
  std::vector<std::map<std::string, int64_t>> starts;  // tried first: what was best in earlier runs
  std::vector<std::string> written_starts;             // likewise, the memos of written and edited kernels

  std::vector<learn::LearnedMethod> learned_methods;  // by patterns, as they were when the run began

  MindOrder minds;

  CompileAdditions additions;  // of the command line

  bool operator==(const OptimizeSettings&) const = default;
};

Json to_json(const OptimizeSettings& settings);
Result<OptimizeSettings> settings_from(const Json& json);

}  // namespace whet
