// What an array holds before the kernel runs.
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
  offsets,      // ascending from 0 to `total`: where the parts of something begin
  csr,          // columns of the rows that an array of offsets delimits: ascending, each once in a row
  neighbours,   // in each row other numbers than its own, each once
  generated,    // by the problem's generator
};

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
    FillRow{FillKind::permutation, "permutation", "", ""},
    FillRow{FillKind::sorted, "sorted", "low", "high"},
    FillRow{FillKind::offsets, "offsets", "total", "skew"},
    FillRow{FillKind::csr, "csr", "columns", ""},
    FillRow{FillKind::neighbours, "neighbours", "among", ""},
    FillRow{FillKind::generated, "generated", "", ""},
};
const FillRow& row_of(FillKind kind);

// As written in a problem.
struct FillRule {
  FillKind kind = FillKind::normal;
  std::optional<Formula> first, second;
  std::string file;     // of FillKind::file, as written
  std::string offsets;  // of FillKind::csr: the array that says where rows begin
  std::optional<uint64_t> seed;
};

struct ResolvedArgument;
class DataGenerator;

// With its numbers known.
struct FillPlan {
  FillKind kind = FillKind::normal;
  double first = 0, second = 0;  // mean and deviation, lowest and highest, start and step, the constant, ...
  std::string file;              // path
  std::optional<uint64_t> seed;  // replaces the one made from the run's seed and the argument's name
  bool is_assumed = false;       // a range that nobody wrote
  double most = 0;               // of FillKind::offsets: what one part may hold; 0: anything
  std::shared_ptr<const ResolvedArgument> offsets = nullptr;  // of FillKind::csr
  std::shared_ptr<DataGenerator> generator = nullptr;         // of FillKind::generated
};

// Whether what the array holds means something only as a whole: single values must not be changed.
bool is_structured(FillKind kind);
// Whether it may take other data while the other arrays keep theirs.
bool varies_alone(FillKind kind);

// Normal for floating types, uniform for integers.
FillKind default_fill(ElementType type);
// Mean 0, deviation 1; -1 to 1, of integers 0 to 127, of bool 0 to 1; 0, 1, 2 ...; 0.
FillPlan default_plan(FillKind kind, ElementType type);

}  // namespace whet
