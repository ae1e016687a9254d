// A cubin as values: its kernels with their resources, parameters and code, and its line tables.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "binary/container/architecture.h"
#include "binary/lines/line_map.h"
#include "util/bytes.h"
#include "util/result.h"

namespace whet {

struct KernelParameter {
  int ordinal = 0;
  int offset = 0;  // bytes from the start of the parameter block
  int bytes = 0;
};

// A part of a function's code with its own symbol: a device function or a division slow path.
struct Subroutine {
  std::string name;
  uint32_t offset = 0;  // bytes from the start of the function's code
  uint32_t bytes = 0;
};

// The possible targets of one indirect branch (a switch), as the compiler recorded them.
struct IndirectBranch {
  uint32_t offset = 0;
  std::vector<uint32_t> targets;
};

// One function of a cubin: a kernel, or a separately compiled device function (-rdc).
struct CubinFunction {
  std::string name;       // mangled
  std::string signature;  // demangled: "gemm(float const*, float const*, float*, int)"; else the name
  bool is_kernel = false;
  ByteView code;  // SASS, 16 bytes per instruction; points into the bytes that the cubin was read from

  std::optional<int> registers;                        // 32-bit registers per thread
  int stack_bytes = 0;                                 // local memory per thread, spills and subroutines included
  int static_shared_bytes = 0;                         // as declared, without the reserved part
  int reserved_shared_bytes = 0;                       // taken by the system from each block: 1024 from sm_90 on
  int barriers = 0;                                    // named barriers used
  std::optional<int> max_registers;                    // from maxnreg or launch bounds
  std::optional<std::array<int, 3>> max_threads;       // __launch_bounds__
  std::optional<std::array<int, 3>> required_threads;  // .reqntid
  std::optional<std::array<int, 3>> cluster;           // blocks per cluster
  int parameter_base = 0;                              // offset of the parameters in constant bank 0
  int parameter_bytes = 0;
  std::vector<KernelParameter> parameters;  // by ordinal
  std::vector<uint32_t> exit_offsets;       // the compiler's list of EXIT instructions
  std::vector<IndirectBranch> indirect_branches;
  std::vector<Subroutine> subroutines;  // by offset
  std::vector<std::string> externs;     // vprintf, __assertfail ...
  LineMap lines;                        // empty without -lineinfo
};

struct Cubin {
  Architecture architecture;
  std::string toolkit;                   // "13.0"; empty when not recorded
  std::vector<CubinFunction> functions;  // in the order of the file
  std::vector<std::string> ptx_lines;    // the PTX of the line maps (index 0 is line 1); empty without -lineinfo
  std::map<std::string, uint64_t> constant_bank_bytes;  // section name -> size, for user constants and jump tables
  int unknown_attributes = 0;                           // .nv.info records with an unknown code; skipped
};

// Reads a cubin. The result points into `bytes`, which must outlive it. A damaged or foreign file is an error.
Result<Cubin> read_cubin(ByteView bytes);

}  // namespace whet
