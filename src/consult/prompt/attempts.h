// What was tried, compacted into what brought something, what is open, and what to avoid.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "consult/redact/redaction.h"
#include "store/lesson.h"

namespace whet::consult {

struct Attempt {
  std::string what;  // memo, or the values of tunables
  std::vector<std::string> methods;
  std::string outcome;  // the judge's word
  std::string reason;
  std::optional<double> speedup;  // over the original
};

struct CompactMemory {
  std::vector<std::string> resolved, pending, avoid;  // newest first
  size_t left_out = 0;                                // older or lesser entries

  std::string text() const;
};

// At most `most` of each; `planned` methods that no attempt claims are pending.
CompactMemory compact(const std::vector<Attempt>& attempts, const std::vector<std::string>& planned,
                      const Redaction& redaction, size_t most = 12);
std::vector<Attempt> attempts_of(const std::vector<store::Lesson>& lessons);

}  // namespace whet::consult
