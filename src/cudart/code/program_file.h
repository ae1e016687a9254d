// Reads from an executable file which CUDA runtime it uses.
#pragma once

#include <string>
#include <vector>

#include "util/bytes.h"
#include "util/result.h"

namespace whet::cudart {

struct ProgramFile {
  bool is_elf = false;              // false: a script
  std::vector<std::string> needed;  // shared libraries, as "libcudart.so.13"
  bool has_device_code = false;     // it has the section in which nvcc puts kernels

  // The CUDA runtime among `needed`; empty if there is none.
  std::string runtime() const;
};

// A damaged ELF file is an error.
Result<ProgramFile> read_program_file(ByteView bytes);

// The library of whet that replaces NVIDIA's: "libcudart.so.13". It is an error, which says how to build the program,
// if the runtime is linked in statically or has another version.
Result<std::string> choose_runtime(const ProgramFile& program, const std::string& path);

}  // namespace whet::cudart
