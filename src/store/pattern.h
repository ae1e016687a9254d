// A pattern: what made kernels of one kind faster, learned from confirmed results (learn/). It is kept across runs and
// kernels, and goes from project to project as a file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "store/speedup.h"

namespace whet::store {

using PatternId = int64_t;

enum class PatternKind : uint8_t {
  written,   // a schedule of the writer with its numbers: "rows kThreads=256 kVector=4"
  edited,    // edits of the kernel's text: "restrict + coarsen 4"
  tunables,  // numbers that every kernel has: {"block_x":256}
  method,    // of the catalogue: "memory.vectorized_access"
};
inline constexpr std::array<std::string_view, 4> k_pattern_kinds = {"written", "edited", "tunables", "method"};
constexpr const auto& names_of(PatternKind) {
  return k_pattern_kinds;
}
inline std::string_view name_of(PatternKind kind) {
  return k_pattern_kinds[static_cast<size_t>(kind)];
}

// What kind of kernel a pattern is about; no name of the user's is in it.
struct PatternSubject {
  std::string family;   // "row reduction"; empty: nobody knows what it computes
  std::string meaning;  // its formulas without names: "forall i < p1: p2[i] = sum(k < p3: p4[p3*i + k])"
  std::string types;    // of its arrays: "f32 f32 -> f32"
  std::string sizes;    // logarithms of the extents in its formulas, to base 2, rounded down: "13 12"

  bool operator==(const PatternSubject&) const = default;
};

// Where it was found. Modelled and measured times never mix.
struct PatternPlace {
  std::string architecture;  // "sm_90"
  std::string gpu;           // "NVIDIA H200"
  TimeOrigin origin = TimeOrigin::measured;

  bool operator==(const PatternPlace&) const = default;
};

struct Pattern {
  PatternId id = 0;  // given by the store
  PatternSubject subject;
  std::string bottleneck;  // of the original: "DRAM"; empty: not known
  PatternKind kind = PatternKind::written;
  std::string tried;
  PatternPlace place;
  Speedup effect;              // over the original, of the last confirmed result
  double tries = 0, wins = 0;  // runs that tried it, and those where it reached the champion's gain; older count less
  bool imported = false;       // and not confirmed here yet
  int64_t time_ms = 0;         // of the last change, given by the store

  // Whether they are one pattern, with more evidence.
  bool is_same(const Pattern& other) const {
    return subject == other.subject && kind == other.kind && tried == other.tried && place == other.place;
  }
};

}  // namespace whet::store
