// The execution pipes of an SM, and the pipe of each instruction.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "binary/sass/instruction.h"

namespace whet::vgpu {

enum class Pipe : uint8_t {
  fma,      // FFMA FADD FMUL, IMAD and IDP
  alu,      // IADD3 LOP3 SHF ISETP FMNMX SEL MOV ...
  fp64,     // DFMA DADD DMUL DSETP
  fp16,     // HFMA2 HADD2 HMUL2
  special,  // MUFU, conversions through the special function unit, POPC, FLO
  lsu,      // loads, stores, atomics, shuffles
  tensor,
  uniform,
  branch,  // control flow, convergence
  other,   // barriers, special registers, constants, texture: no rate is modelled for these
};

Pipe pipe_of(const Instruction& instruction);

}  // namespace whet::vgpu
