// Any text as a table of Nsight Compute: launches with a kernel and finite metrics, or an error that blames the file.
#include <cmath>

#include "fuzz_input.h"
#include "profile/ncu/choose_profile.h"
#include "profile/ncu/ncu_report.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  static const NcuNames names = NcuNames::load(Knowledge()).value();
  if (size > fuzz::k_largest_input) return -1;
  const auto read = read_ncu_csv({reinterpret_cast<const char*>(data), size}, "f.csv", names);
  if (!read) {
    fuzz::require_clear(read.error());
    fuzz::require(read.error().where.starts_with("f.csv"));
    return 0;
  }
  fuzz::require(!read.value().empty());
  for (const Profile& profile : read.value()) {
    fuzz::require(!profile.kernel.empty() && profile.launches > 0);
    for (const auto& [name, metric] : profile.metrics.all()) fuzz::require(!name.empty() && !std::isnan(metric.value));
    for (const Advice& advice : profile.advice) fuzz::require(!advice.text.empty());
  }
  (void)choose_profile(read.value(), "");
  return 0;
}
