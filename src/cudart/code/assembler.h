// Assembles a program's PTX into machine code with line maps, on which modelled times are based. The machine code in a
// program usually has no line maps, or is for another GPU, or is missing.
#pragma once

#include <string>

#include "compile/compiler.h"

namespace whet::cudart {

class Assembler {
 public:
  // Results are cached by content; an empty directory means no cache.
  explicit Assembler(const std::string& cache_directory);
  ~Assembler();

  // Returns a cubin; an error of kind `missing` if there is no ptxas.
  Result<std::string> assemble(const std::string& ptx, const Architecture& architecture);

 private:
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Compiler compiler_;
};

}  // namespace whet::cudart
