// Any bytes as a program that `whet exec` is asked to run.
#include "cudart/code/program_file.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const auto program = cudart::read_program_file(fuzz::as_view(data, size));
  if (!program) {
    fuzz::require_clear(program.error());
    return 0;
  }
  const auto usable = cudart::choose_runtime(*program, "program");
  if (!usable) fuzz::require_clear(usable.error());
  return 0;
}
