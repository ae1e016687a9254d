#include "cudart/code/assembler.h"

namespace whet::cudart {

Assembler::Assembler(const std::string& cache_directory)
    : compiler_(Compiler::Options{.cache_directory = cache_directory, .toolkit = {}}, files_, processes_, clock_) {}

Assembler::~Assembler() = default;

Result<std::string> Assembler::assemble(const std::string& ptx, const Architecture& architecture) {
  CompileRequest request;
  request.file = "program.ptx";
  request.source = ptx;
  request.architectures = {architecture};
  TRY(builds, compiler_.compile(request));
  return std::move(builds.front().cubin);
}

}  // namespace whet::cudart
