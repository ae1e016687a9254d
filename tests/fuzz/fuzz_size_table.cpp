// Any table by size is read or refused with a clear error, and is read as it was written. Any kernel source (after a
// line
// "---") becomes text for a namespace, or is refused.
#include <string>
#include <string_view>

#include "fuzz_input.h"
#include "write/launcher/enclosed_source.h"
#include "write/launcher/size_table.h"

namespace {

using namespace whet;

void check_table(std::string_view text) {
  const auto table = write::parse_size_table(text, "dispatch.toml");
  if (!table) return fuzz::require_clear(table.error());
  fuzz::require(!table->rows.empty() && !table->kernels().empty());
  const std::string written = write::toml_of(*table);
  const auto again = write::parse_size_table(written, "dispatch.toml");
  fuzz::require(again.ok() && write::toml_of(*again) == written);
}

void check_source(std::string_view source) {
  const auto enclosed = write::enclosed_source(std::string(source), {"k"}, "a::b", "k.cu");
  if (!enclosed) return fuzz::require_clear(enclosed.error());
  for (const std::string& line : enclosed->prelude) fuzz::require(line.starts_with("#"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > fuzz::k_largest_input) return -1;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t cut = text.find("\n---\n");
  check_table(text.substr(0, cut));
  if (cut != text.npos) check_source(text.substr(cut + 5));
  return 0;
}
