// What may be varied in a kernel's source, found by reading it.
//
//   #define TILE 32                     TILE: 8 16 32 64 128
//   #pragma unroll 4                    unroll_17: 0 1 2 4 8 16
//   __global__ void copy(...)           launch_bounds_copy: 0 1 2 3 4 6 8; max_registers: 0 32 40 ... 255
//   template __global__ void reduce<256>(...)   reduce_THREADS: 64 128 256 512 1024
//
// For the second and third, 0 leaves the source as it is. A kernel has either launch bounds or a register limit. The
// judge decides whether a value is correct.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/tunable/constant_uses.h"

namespace whet {

enum class TunableKind : uint8_t {
  constant,           // #define or const integer
  feature,            // a constant that is only used in conditions: 0 or 1
  template_argument,  // of a launched kernel
  unroll,             // of a loop
  launch_bounds,      // blocks that an SM should hold, the second number of __launch_bounds__
  block,              // threads of a block along one axis
  register_limit,     // __maxnreg__ of every kernel without launch bounds
  compiler_flag,      // 0 or 1
};
inline constexpr std::array k_tunable_kinds = {
    TunableKind::constant,      TunableKind::feature, TunableKind::template_argument, TunableKind::unroll,
    TunableKind::launch_bounds, TunableKind::block,   TunableKind::register_limit,    TunableKind::compiler_flag};
std::string_view name_of(TunableKind kind);

// Where a value is written: `before` and `after` surround the number.
struct TunablePlace {
  size_t offset = 0, length = 0;  // of the text that is replaced, in bytes
  std::string before, after;
};

struct FoundTunable {
  TunableKind kind = TunableKind::constant;
  std::string name;                  // an identifier, unique in the source
  int line = 0;                      // 0: not in the source
  int64_t current = 0;               // for unroll, launch bounds and limits 0: none given, or not a plain number
  std::vector<int64_t> values;       // proposed values, ascending, including the current one
  std::vector<ConstantUse> uses;     // for constants
  std::optional<int64_t> passes;     // for a loop, if known
  std::string kernel;                // for a template argument or launch bounds: the kernel
  size_t argument = 0;               // for a template argument: its index
  std::vector<TunablePlace> places;  // in the source; empty if it is set elsewhere

  bool is_used_as(ConstantRole role) const;
};

struct TunableContext {
  std::vector<std::string> entries;  // launched entries: "transpose", "reduce<256>"; others are ignored
  std::string block_threads;         // threads of a block as a C++ expression, "TILE * ROWS"; empty: unknown
};

// In the order of the source. Empty if its brackets do not match.
std::vector<FoundTunable> find_tunables(std::string_view source, const TunableContext& context = {});

// The source with these values; all other bytes and lines stay where they were. Unknown names are ignored.
std::string set_tunables(std::string_view source, const std::vector<FoundTunable>& tunables,
                         const std::map<std::string, int64_t>& values);

// The entry with these template arguments: "reduce<256>" with reduce_THREADS = 128 -> "reduce<128>".
std::string set_entry(const std::string& entry, const std::vector<FoundTunable>& tunables,
                      const std::map<std::string, int64_t>& values);

// Powers of two from a quarter of `current` to four times it, and its halves and doubles; from 1 to `most`.
//   32 -> 8 16 32 64 128      24 -> 6 8 12 16 24 32 48 64 96
std::vector<int64_t> values_around(int64_t current, int64_t most = 1024);

}  // namespace whet
