// Checks decoded SASS against the PTX line it was compiled from.
//
//   LDG.E.128.CONSTANT      <- ld.global.nc.v4.f32 {..}, [..]      agrees
//   LDS.128                 <- ld.shared.f32 %f1, [..]             explained: the compiler joined four loads
//   LDG.E.64                <- ld.global.f32 %f1, [..]             disagrees, when there is no neighbour to join
//
// Not every instruction says the same as its line: a division becomes a dozen. Each such lowering has a name, and is
// counted.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "binary/sass/instruction.h"

namespace whet::test {

struct OracleAnswer {
  enum class Kind { not_checked, agrees, explained, disagrees };
  Kind kind = Kind::not_checked;
  std::string_view reason;  // the lowering that explains it
};

// `line` is 1-based, as line maps count.
OracleAnswer check_against_ptx(const Instruction& instruction, std::span<const std::string> ptx_lines, uint32_t line);

}  // namespace whet::test
