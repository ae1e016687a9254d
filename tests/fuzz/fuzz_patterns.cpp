// Any text as a file of patterns: patterns that can be, which read back as they are written, or an error that blames
// the file.
#include <cmath>

#include "fuzz_input.h"
#include "learn/pattern_file.h"
#include "learn/tried.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const auto read = learn::read_patterns({reinterpret_cast<const char*>(data), size}, "p.toml");
  if (!read) {
    fuzz::require_clear(read.error());
    fuzz::require(read.error().where.starts_with("p.toml:"));
    return 0;
  }
  for (const store::Pattern& pattern : *read) {
    fuzz::require(learn::is_well_formed(pattern.kind, pattern.tried));
    fuzz::require(std::isfinite(pattern.tries) && pattern.wins >= 0 && pattern.wins <= pattern.tries);
    fuzz::require(pattern.effect.low > 1 && pattern.effect.low <= pattern.effect.high &&
                  std::isfinite(pattern.effect.high));
    for (const std::string* text :
         {&pattern.subject.family, &pattern.subject.meaning, &pattern.tried, &pattern.place.gpu})
      for (const char c : *text) fuzz::require(static_cast<unsigned char>(c) >= ' ');
  }
  const auto again = learn::read_patterns(learn::write_patterns(*read), "p.toml");
  fuzz::require(again.ok() && again->size() == read->size());
  for (size_t i = 0; i < read->size(); ++i) fuzz::require((*again)[i].is_same((*read)[i]));
  return 0;
}
