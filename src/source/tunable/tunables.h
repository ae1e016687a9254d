// What may be varied in a kernel's source, found by reading it.
//
//   #define TILE 32                     TILE: 8 16 32 64 128
//   #pragma unroll 4                    unroll_17: 0 1 2 4 8 16
//   __global__ void copy(...)           launch_bounds_copy: 0 1 2 3 4 6 8; max_registers: 0 32 40 ... 255
//   template __global__ void reduce<256>(...)   reduce_THREADS: 64 128 256 512 1024
//
// 0 of the second and third leaves the source as it is. A kernel has either launch bounds or a limit of registers.
// Whether a value is right is for the judge to say.
#pragma once

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
  feature,            // one that only decides conditions: 0 or 1
  template_argument,  // of a kernel that is launched
  unroll,             // of a loop
  launch_bounds,      // blocks an SM shall hold, the second number of __launch_bounds__
  block,              // threads of a block along an axis
  register_limit,     // __maxnreg__ of every kernel that has no bounds of its own
  compiler_flag,      // 0 or 1
};
std::string_view name_of(TunableKind kind);

// Where a value goes: `before` and `after` stand around the number.
struct TunablePlace {
  size_t offset = 0, length = 0;  // of what it replaces, in bytes
  std::string before, after;
};

struct FoundTunable {
  TunableKind kind = TunableKind::constant;
  std::string name;                  // an identifier; once in a source
  int line = 0;                      // 0: not in the source
  int64_t current = 0;               // of unroll, launch bounds and limits 0: none given, or no plain number
  std::vector<int64_t> values;       // proposed, ascending, the current among them
  std::vector<ConstantUse> uses;     // of constants
  std::optional<int64_t> passes;     // of a loop, where they are known
  std::string kernel;                // of a template argument and of launch bounds: whose
  size_t argument = 0;               // of a template argument: which, from 0
  std::vector<TunablePlace> places;  // in the source; none for what is set elsewhere

  bool is_used_as(ConstantRole role) const;
};

struct TunableContext {
  std::vector<std::string> entries;  // that are launched: "transpose", "reduce<256>"; of others nothing is said
  std::string block_threads;         // threads of a block in C++, "TILE * ROWS"; empty: not known
};

// In the order of the source. Empty when its brackets do not match.
std::vector<FoundTunable> find_tunables(std::string_view source, const TunableContext& context = {});

// The source with these values, every other byte and all lines where they were. Names that are not found are ignored.
std::string set_tunables(std::string_view source, const std::vector<FoundTunable>& tunables,
                         const std::map<std::string, int64_t>& values);

// The entry with its template arguments: "reduce<256>" with reduce_THREADS = 128 -> "reduce<128>".
std::string set_entry(const std::string& entry, const std::vector<FoundTunable>& tunables,
                      const std::map<std::string, int64_t>& values);

// Powers of two from a quarter to four times `current`, and its halves and doubles; between 1 and `most`.
//   32 -> 8 16 32 64 128      24 -> 6 8 12 16 24 32 48 64 96
std::vector<int64_t> values_around(int64_t current, int64_t most = 1024);

}  // namespace whet
