// Any bytes as a section of DWARF line programs.
#include "binary/lines/line_map.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const auto programs = read_line_programs(fuzz::as_view(data, size));
  if (!programs) {
    fuzz::require_clear(programs.error());
    return 0;
  }
  size_t rows = 0;
  for (const LineProgram& program : *programs) {
    for (const LineSequence& sequence : program.sequences) {
      fuzz::require(sequence.address_slot < size);
      rows += sequence.rows.size();
    }
  }
  fuzz::require(rows <= size);
  return 0;
}
