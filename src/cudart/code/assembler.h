// Machine code of a program's PTX, with line maps: what modelled times rest on. Programs carry it without line maps as
// a rule, or for another GPU, or not at all.
#pragma once

#include <string>

#include "compile/compiler.h"

namespace whet::cudart {

class Assembler {
 public:
  // Results are kept by content; an empty directory keeps none.
  explicit Assembler(const std::string& cache_directory);
  ~Assembler();

  // A cubin. An error of kind missing where there is no ptxas.
  Result<std::string> assemble(const std::string& ptx, const Architecture& architecture);

 private:
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Compiler compiler_;
};

}  // namespace whet::cudart
