// Any JSON as what a worker is asked or answers: refused with a clear error, or a value that is the same when it is
// written and read again.
#include "fuzz_input.h"
#include "judge/worker_protocol.h"

namespace {

using namespace whet;

template <typename Read>
void survive(const Json& json, const Read& read) {
  const auto value = read(json);
  if (!value) return fuzz::require_clear(value.error());
  const std::string written = to_json(*value).dump(-1);
  const auto parsed = Json::parse(written);
  fuzz::require(parsed.ok());
  const auto again = read(*parsed);
  fuzz::require(again.ok() && to_json(*again).dump(-1) == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > fuzz::k_largest_input) return -1;
  const auto json = Json::parse({reinterpret_cast<const char*>(data), size});
  if (!json) return 0;
  survive(*json, order_from);
  survive(*json, candidate_from);
  survive(*json, verdict_from);
  survive(*json, comparison_from);
  return 0;
}
