// Any bytes as code of every architecture: each instruction decodes, known or not.
#include "binary/sass/sass.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  constexpr size_t k_instruction_bytes = 16, k_most_bytes = 4096;
  if (size > k_most_bytes) return -1;
  for (const int sm : {50, 70, 75, 80, 86, 89, 90, 100, 103, 120, 121}) {
    const Architecture architecture{sm, 0};
    const auto instructions = decode_function(fuzz::as_view(data, size), architecture);
    if (!instructions) {
      fuzz::require_clear(instructions.error());
      continue;
    }
    fuzz::require(instructions->size() == size / k_instruction_bytes);
    for (const Instruction& instruction : *instructions) {
      fuzz::require(!instruction.mnemonic().empty());
      const RegisterUse use = register_use(instruction, architecture);
      fuzz::require(use.reads.size() <= 255 && use.writes.size() <= 255);
    }
  }
  return 0;
}
