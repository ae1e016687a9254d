// What a program's file says of the CUDA runtime it uses.
#pragma once

#include <string>
#include <vector>

#include "util/bytes.h"
#include "util/result.h"

namespace whet::cudart {

// Of an executable file.
struct ProgramFile {
  bool is_elf = false;              // else a script
  std::vector<std::string> needed;  // shared libraries, as "libcudart.so.13"
  bool has_device_code = false;     // nvcc put kernels into it

  // The needed CUDA runtime; empty: none by that name.
  std::string runtime() const;
};

// A damaged ELF file is an error.
Result<ProgramFile> read_program_file(ByteView bytes);

// Which of whet's libraries takes the place of NVIDIA's: "libcudart.so.13". An error says how to build a program that
// has its runtime inside, or wants one of another version.
Result<std::string> choose_runtime(const ProgramFile& program, const std::string& path);

}  // namespace whet::cudart
