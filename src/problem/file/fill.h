// The content of an array before the kernel runs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "problem/file/formula.h"
#include "problem/numbers/element_type.h"

namespace whet {

enum class FillKind : uint8_t {
  normal,
  uniform,
  sequence,
  constant,
  file,
  permutation,  // of 0 .. count - 1
  sorted,       // uniform, in ascending order
  offsets,      // ascending from 0 to `total`: where the segments of another array begin
  csr,          // column indices of the rows that an array of offsets delimits: ascending, without repetition in a row
  neighbours,   // in each row, indices other than the row's own, without repetition
  generated,    // by the problem's generator
};

// A kind of fill and the keys of its numbers. A constant has one number, a file none.
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
    FillRow{FillKind::permutation, "permutation", "", ""},
    FillRow{FillKind::sorted, "sorted", "low", "high"},
    FillRow{FillKind::offsets, "offsets", "total", "skew"},
    FillRow{FillKind::csr, "csr", "columns", ""},
    FillRow{FillKind::neighbours, "neighbours", "among", ""},
    FillRow{FillKind::generated, "generated", "", ""},
};
const FillRow& row_of(FillKind kind);

// A fill as written in a problem.
struct FillRule {
  FillKind kind = FillKind::normal;
  std::optional<Formula> first, second;
  std::string file;     // for FillKind::file, as written
  std::string offsets;  // for FillKind::csr: the array that says where rows begin
  std::optional<uint64_t> seed;
};

struct ResolvedArgument;
class DataGenerator;

// A fill with its numbers evaluated.
struct FillPlan {
  FillKind kind = FillKind::normal;
  double first = 0, second = 0;  // mean and deviation, lowest and highest, start and step, the constant, ...
  std::string file;              // path
  std::optional<uint64_t> seed;  // replaces the seed made from the run's seed and the argument's name
  bool is_assumed = false;       // the range was not given by the user
  double most = 0;               // for FillKind::offsets: most elements of a segment; 0: no limit
  std::shared_ptr<const ResolvedArgument> offsets = nullptr;  // for FillKind::csr
  std::shared_ptr<DataGenerator> generator = nullptr;         // for FillKind::generated
};

// Whether the content is meaningful only as a whole, so that single values must not be changed.
bool is_structured(FillKind kind);
// Whether it may get other data while the other arrays keep theirs.
bool varies_alone(FillKind kind);

// Normal for floating types, uniform for integers.
FillKind default_fill(ElementType type);
// Normal: mean 0, deviation 1. Uniform, sorted: -1 to 1, for integers 0 to 127, for bool 0 to 1. Sequence: 0, 1, 2 ...
// Constant: 0. Offsets: skew 1.
FillPlan default_plan(FillKind kind, ElementType type);

}  // namespace whet
