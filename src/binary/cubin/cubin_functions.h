// The functions of a cubin: their code, and the resources given by sections and attributes.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "binary/container/elf.h"
#include "binary/container/nv_info.h"
#include "binary/cubin/cubin.h"
#include "util/result.h"

namespace whet {

// The functions of a cubin while it is read, with indices for its tables.
struct FunctionTable {
  std::vector<CubinFunction> functions;
  std::unordered_map<uint32_t, size_t> by_section;  // index of .text.<function>
  std::unordered_map<uint32_t, size_t> by_symbol;   // index of the function's own symbol
};

// One function per .text.<name> section, with its subroutines and its shared memory.
FunctionTable find_functions(const Elf& elf, const std::vector<ElfSymbol>& symbols, Architecture architecture);

// Applies the records of .nv.info and every .nv.info.<kernel>; returns the number of unknown codes.
Result<int> apply_attributes(const Elf& elf, const std::vector<ElfSymbol>& symbols, FunctionTable& table);

// Applies the records of one kernel. `symbols` gives the names of its externs.
void apply_kernel_records(const std::vector<NvInfoRecord>& records, const std::vector<ElfSymbol>& symbols,
                          CubinFunction& function);

}  // namespace whet
