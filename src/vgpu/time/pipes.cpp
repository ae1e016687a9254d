#include "vgpu/time/pipes.h"

#include <algorithm>

namespace whet::vgpu {

namespace {

struct NamedPipe {
  std::string_view name;
  Pipe pipe;
};

// Instructions whose pipe is not that of their class.
constexpr NamedPipe k_exceptions[] = {
    {"IMAD", Pipe::fma},   {"IDP", Pipe::fma},      {"FMNMX", Pipe::alu},    {"FMNMX3", Pipe::alu},
    {"FSET", Pipe::alu},   {"POPC", Pipe::special}, {"FLO", Pipe::special},  {"BREV", Pipe::special},
    {"DSETP", Pipe::fp64}, {"HSETP2", Pipe::fp16},  {"I2FP", Pipe::alu},     {"F2FP", Pipe::alu},
    {"I2IP", Pipe::alu},   {"F2IP", Pipe::alu},     {"VOTE", Pipe::alu},     {"VOTEU", Pipe::uniform},
    {"HFMA2", Pipe::fp16}, {"HADD2", Pipe::fp16},   {"I2I", Pipe::alu},      {"WARPSYNC", Pipe::branch},
    {"CS2R", Pipe::alu},   {"FCHK", Pipe::special}, {"ULDC", Pipe::uniform}, {"LDCU", Pipe::uniform},
    {"HMNMX2", Pipe::alu}, {"VHMNMX", Pipe::alu},
};

Pipe class_pipe(OpClass op_class) {
  switch (op_class) {
    case OpClass::fp32:
      return Pipe::fma;
    case OpClass::fp64:
      return Pipe::fp64;
    case OpClass::fp16:
      return Pipe::fp16;
    case OpClass::integer:
    case OpClass::move:
    case OpClass::predicate:
      return Pipe::alu;
    case OpClass::convert:
    case OpClass::special:
      return Pipe::special;
    case OpClass::tensor:
      return Pipe::tensor;
    case OpClass::load_global:
    case OpClass::store_global:
    case OpClass::load_shared:
    case OpClass::store_shared:
    case OpClass::load_local:
    case OpClass::store_local:
    case OpClass::load_generic:
    case OpClass::store_generic:
    case OpClass::async_copy:
    case OpClass::matrix_load:
    case OpClass::atomic:
    case OpClass::shuffle:
      return Pipe::lsu;
    case OpClass::uniform:
      return Pipe::uniform;
    case OpClass::branch:
      return Pipe::branch;
    default:
      return Pipe::other;
  }
}

}  // namespace

Pipe pipe_of(const Instruction& instruction) {
  for (const NamedPipe& row : k_exceptions) {
    if (row.name == instruction.name) return row.pipe;
  }
  return class_pipe(instruction.op_class);
}

}  // namespace whet::vgpu
