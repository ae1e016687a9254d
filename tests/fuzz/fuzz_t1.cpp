// Any text as a T1 file: refused with a clear error, or tunables and conditions of which a space is made or refused as
// clearly.
#include "fuzz_input.h"
#include "search/recorded/space_t1.h"
#include "search/space/space.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const auto read = search::read_t1({reinterpret_cast<const char*>(data), size});
  if (!read) {
    fuzz::require_clear(read.error());
    return 0;
  }
  const auto space = search::Space::build(read->axes, read->constraints, {}, {1000, 10'000});
  if (!space)
    fuzz::require_clear(space.error());
  else
    fuzz::require(!space->size() || (*space->size() > 0 && space->contains(space->at(0))));
  return 0;
}
