// What a finished run teaches: its confirmed champion becomes patterns, and patterns that it tried gain or lose weight.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "store/store.h"

namespace whet::learn {

// Events of a run that learning reads.
inline constexpr const char* k_subject_event = "subject";        // what the kernel computes, and the architecture
inline constexpr const char* k_bottleneck_event = "bottleneck";  // of the original
inline constexpr const char* k_starts_event = "learned starts";  // which patterns gave which candidates

// A run as its record says it.
struct FinishedRun {
  store::RunRecord record;
  bool is_manual = false;  // its memos are a person's words
  std::optional<store::PatternSubject> subject;
  std::string architecture, bottleneck;
  bool is_confirmed = false;                        // the champion is, on fresh data
  store::Speedup gain;                              // confirmed
  std::map<store::PatternId, std::string> started;  // patterns, and the candidate that each gave
};
Result<FinishedRun> read_finished(store::Store& store, const store::Run& run, bool is_manual);

// "DRAM bandwidth 92 %, issue 41 %" -> "DRAM bandwidth"
std::string bottleneck_of(std::string_view limited_by);

enum class PatternChange : uint8_t { learned, confirmed, missed };
std::string_view name_of(PatternChange change);

struct ChangedPattern {
  store::Pattern pattern;
  PatternChange change = PatternChange::learned;
};

struct RunTeaching {
  std::vector<ChangedPattern> changed;
  std::string nothing;  // why it teaches nothing new; empty: it does
};

// Nothing is learned from a result that was not confirmed; such a run still shows which patterns brought nothing.
RunTeaching teach(const FinishedRun& run, const std::vector<store::Pattern>& known);

}  // namespace whet::learn
