// Any text as a saved profile: one that is written and read again unchanged, or an error that blames the file.
#include "fuzz_input.h"
#include "profile/profile_json.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const auto json = Json::parse({reinterpret_cast<const char*>(data), size});
  if (!json) return 0;
  const auto read = profile_from_json(*json, "p.json");
  if (!read) {
    fuzz::require_clear(read.error());
    fuzz::require(read.error().where.starts_with("p.json"));
    return 0;
  }
  const std::string written = to_json(*read).dump();
  const auto again = profile_from_json(*Json::parse(written), "p.json");
  fuzz::require(again.ok() && to_json(*again).dump() == written);
  return 0;
}
