// Any text as the record of a calibration: ceilings above 0 that are finite, or an error that blames the file.
#include <cmath>

#include "calibrate/calibration.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const auto read = read_calibration({reinterpret_cast<const char*>(data), size}, "c.json");
  if (!read) {
    fuzz::require_clear(read.error());
    fuzz::require(read.error().where.starts_with("c.json"));
    return 0;
  }
  const MeasuredCeilings found = read->ceilings();
  const auto is_sane = [](const std::optional<double>& rate) { return !rate || (std::isfinite(*rate) && *rate > 0); };
  fuzz::require(is_sane(found.dram_read) && is_sane(found.dram_copy) && is_sane(found.l2) && is_sane(found.shared));
  for (const auto& peak : found.peaks) fuzz::require(is_sane(peak));
  fuzz::require(read_calibration(calibration_json(*read).dump(), "c.json").ok());
  return 0;
}
