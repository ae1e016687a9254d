// Any text as a recorded space, a cache of Kernel Tuner or T4 results: refused with a clear error, or a space in which
// some configuration works and which survives being written and read again in both formats.
#include "fuzz_input.h"
#include "search/recorded/kernel_tuner_cache.h"
#include "search/recorded/results_t4.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const auto recorded = search::read_recorded({reinterpret_cast<const char*>(data), size});
  if (!recorded) {
    fuzz::require_clear(recorded.error());
    return 0;
  }
  fuzz::require(recorded->space.size() == recorded->outcomes.size() &&
                recorded->costs.size() == recorded->outcomes.size());
  const std::vector<double> times = recorded->sorted_times();
  fuzz::require(!times.empty() && times.front() > 0);
  for (const std::string& text : {search::write_kernel_tuner_cache(*recorded), search::write_t4(*recorded)}) {
    const auto again = search::read_recorded(text);
    fuzz::require(again.ok() && again->outcomes.size() == recorded->outcomes.size());
  }
  return 0;
}
