// The value of one part of a candidate: the candidate compared with itself without that part.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/run.h"
#include "store/speedup.h"

namespace whet::store {

enum class PartKind : uint8_t { method, tunable, edit };
inline constexpr std::array<std::string_view, 3> k_part_kinds = {"method", "tunable", "edit"};
constexpr const auto& names_of(PartKind) {
  return k_part_kinds;
}
inline std::string_view name_of(PartKind kind) {
  return k_part_kinds[static_cast<size_t>(kind)];
}

enum class PartVerdict : uint8_t {
  effective,
  ineffective,  // shown not to be slower without it
  not_implemented,
  undecided,  // noise, or the model's error, exceeds the possible gain
};
inline constexpr std::array<std::string_view, 4> k_part_verdicts = {"effective", "ineffective", "not implemented",
                                                                    "undecided"};
constexpr const auto& names_of(PartVerdict) {
  return k_part_verdicts;
}
inline std::string_view name_of(PartVerdict verdict) {
  return k_part_verdicts[static_cast<size_t>(verdict)];
}

struct Attribution {
  CandidateId candidate = 0;
  PartKind kind = PartKind::method;
  std::string name;                // "memory.vectorized_access", "TILE", "edit 2"
  std::optional<Speedup> speedup;  // gained by it; absent where it was not timed
  PartVerdict verdict = PartVerdict::effective;
  std::string evidence;  // in the machine code: "LDG.E.128: 8, parent 0"
};

}  // namespace whet::store
