// Any text has tunables or none: the current values change no byte, others no line, and each name stands once.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "source/tunable/tunables.h"

namespace {

void check(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view source(reinterpret_cast<const char*>(data), size);
  const auto found = whet::find_tunables(source, {{"k<4>", "copy", "transpose"}, "256"});
  std::map<std::string, int64_t> same, other;
  for (const whet::FoundTunable& tunable : found) {
    check(same.emplace(tunable.name, tunable.current).second);
    check(!tunable.values.empty() && std::is_sorted(tunable.values.begin(), tunable.values.end()));
    for (const whet::TunablePlace& place : tunable.places) check(place.offset + place.length <= source.size());
    other[tunable.name] = tunable.values.back();
  }
  check(whet::set_tunables(source, found, same) == source);
  const std::string edited = whet::set_tunables(source, found, other);
  check(std::count(edited.begin(), edited.end(), '\n') == std::count(source.begin(), source.end(), '\n'));
  (void)whet::set_entry(std::string(source), found, other);
  return 0;
}
