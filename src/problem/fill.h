// What an array holds before the kernel runs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "problem/element_type.h"
#include "problem/formula.h"

namespace whet {

enum class FillKind : uint8_t { normal, uniform, sequence, constant, file };

// A kind of fill and the keys of its numbers; a constant has one, a file none.
struct FillRow {
  FillKind kind;
  std::string_view name;
  std::string_view first, second;  // "mean" and "std"
};
inline constexpr std::array k_fills = {
    FillRow{FillKind::normal, "normal", "mean", "std"},
    FillRow{FillKind::uniform, "uniform", "low", "high"},
    FillRow{FillKind::sequence, "sequence", "start", "step"},
    FillRow{FillKind::constant, "constant", "value", ""},
    FillRow{FillKind::file, "file", "", ""},
};
const FillRow& row_of(FillKind kind);

// As written in a problem.
struct FillRule {
  FillKind kind = FillKind::normal;
  std::optional<Formula> first, second;
  std::string file;  // of FillKind::file, as written
  std::optional<uint64_t> seed;
};

// With its numbers known.
struct FillPlan {
  FillKind kind = FillKind::normal;
  double first = 0, second = 0;  // mean and deviation, lowest and highest, start and step, the constant
  std::string file;              // path
  std::optional<uint64_t> seed;  // replaces the one made from the run's seed and the argument's name
  bool is_assumed = false;       // a range that nobody wrote
};

// Normal for floating types, uniform for integers.
FillKind default_fill(ElementType type);
// Mean 0, deviation 1; -1 to 1, of integers 0 to 127, of bool 0 to 1; 0, 1, 2 ...; 0.
FillPlan default_plan(FillKind kind, ElementType type);

}  // namespace whet
