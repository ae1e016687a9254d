// Lessons on a kernel that are kept across runs: what was tried, its effect, and the conditions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/run.h"
#include "store/speedup.h"

namespace whet::store {

using LessonId = int64_t;

enum class TriedKind : uint8_t { tunables, method, memo };
inline constexpr std::array<std::string_view, 3> k_tried_kinds = {"tunables", "method", "memo"};
constexpr const auto& names_of(TriedKind) {
  return k_tried_kinds;
}
inline std::string_view name_of(TriedKind kind) {
  return k_tried_kinds[static_cast<size_t>(kind)];
}

struct Conditions {
  std::string gpu;  // "NVIDIA H200"
  TimeOrigin origin = TimeOrigin::measured;
  std::string dims;     // "rows=8192 cols=8192"
  std::string toolkit;  // "CUDA 13.0"
};

struct Lesson {
  LessonId id = 0;  // given by the store
  KernelId kernel;
  TriedKind kind = TriedKind::tunables;
  std::string tried;  // {"TILE":32}, a method's name, or a memo
  std::string outcome;
  std::string reason;
  std::optional<Speedup> speedup;
  Conditions conditions;
  RunId run = 0;
  std::optional<CandidateId> candidate;
  bool masked = false;  // hidden from proposers
  int64_t time_ms = 0;  // given by the store
};

// The entries to mask for a fresh start: about `share` of the eligible ones, chosen by the seed alone. Negative
// results, the fastest entry and entries already masked are not eligible.
std::vector<LessonId> part_to_mask(const std::vector<Lesson>& entries, uint64_t seed, double share = 0.5);

}  // namespace whet::store
