// One call of a candidate: what it is given, where, and what a wrong answer to it means.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "problem/resolve.h"
#include "problem/variant.h"
#include "util/files.h"

namespace whet {

struct Trial {
  std::string name;  // "new contents"
  std::string what;  // "other data at the same addresses"
  std::shared_ptr<const ResolvedCase> resolved;
  std::vector<std::string> inputs;  // of the problem's own arguments that are read
  std::shared_ptr<const std::vector<std::vector<double>>> answer = nullptr;  // the right outputs, where they are known
  bool moved = false;                  // to other addresses, that are multiples of 16 and of no more
  int calls = 1;                       // the last one's outputs are compared
  std::optional<DataVariant> variant;  // harder data: where the original fails too, nothing is held against a candidate
};

// How thoroughly a case is tried.
enum class Effort : uint8_t { quick, full };

struct TrialPlan {
  uint64_t secret = 0;  // seeds all data of the session
  Effort effort = Effort::full;
  int many_calls = 24;  // of the trial for kernels that change their ways after some calls; 0: without it
};

// Of what memory and registers of a virtual GPU hold before they are written: nothing a candidate could know.
uint64_t memory_seed(uint64_t secret);

// The trials of a case in the order to make them. A wrong answer in a later one says more when those before it passed.
Result<std::vector<Trial>> make_trials(const ResolvedCase& resolved, const TrialPlan& plan, const FileSystem& files);

}  // namespace whet
