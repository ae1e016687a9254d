// The functions of a cubin: where their code is, and the resources that sections and attributes give them.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "binary/container/elf.h"
#include "binary/container/nv_info.h"
#include "binary/cubin/cubin.h"
#include "util/result.h"

namespace whet {

// The functions of a cubin being read, and how its tables name them.
struct FunctionTable {
  std::vector<CubinFunction> functions;
  std::unordered_map<uint32_t, size_t> by_section;  // index of .text.<function>
  std::unordered_map<uint32_t, size_t> by_symbol;   // index of the function's own symbol
};

// One function for each .text.<name> section, with its subroutines and its shared memory.
FunctionTable find_functions(const Elf& elf, const std::vector<ElfSymbol>& symbols, Architecture architecture);

// Takes over the records of .nv.info and every .nv.info.<kernel>; counts those of unknown code.
Result<int> apply_attributes(const Elf& elf, const std::vector<ElfSymbol>& symbols, FunctionTable& table);

// Takes over the records that describe one kernel. `symbols` names its externs.
void apply_kernel_records(const std::vector<NvInfoRecord>& records, const std::vector<ElfSymbol>& symbols,
                          CubinFunction& function);

}  // namespace whet
