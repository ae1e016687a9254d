#include "device/transfer_rates.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "vgpu/time/time_model.h"

namespace whet {

namespace {

constexpr double k_copy_latency_seconds = 5e-6;
constexpr double k_usual_link_rate = 25e9;  // where the fact sheet has none
constexpr uint64_t k_sector_bytes = 32;

double seconds_of(double bytes, double rate) {
  return rate > 0 ? bytes / rate : 0;
}

// Bytes moved on one side: contiguous rows form one run, others are rounded up to whole sectors.
double moved_bytes(const CopyRows& rows, uint64_t pitch, uint64_t slice) {
  const bool is_one_run = rows.count() <= 1 || ((rows.height <= 1 || pitch == rows.width) &&
                                                (rows.depth <= 1 || slice == pitch * rows.height));
  const uint64_t row = (rows.width + k_sector_bytes - 1) / k_sector_bytes * k_sector_bytes;
  return is_one_run ? static_cast<double>(rows.bytes()) : static_cast<double>(row) * static_cast<double>(rows.count());
}

}  // namespace

double pcie_bytes_per_second(std::string_view link) {
  constexpr double k_first_transfers = 8e9;  // generation 3: bits per second and lane; doubles with each
  int number = 0, minor = 0, lanes = 0;
  if (std::sscanf(std::string(link).c_str(), "PCIe %d.%d x%d", &number, &minor, &lanes) != 3) return 0;
  if (number < 3 || number > 6 || lanes < 1 || lanes > 32) return 0;
  return k_first_transfers * static_cast<double>(1 << (number - 3)) * lanes * 128 / 130 / 8;
}

TransferRates transfer_rates(const Gpu& gpu, const Knowledge& knowledge) {
  TransferRates rates;
  const Fact* const link = gpu.product.find("pcie");
  if (link && link->known()) rates.link = pcie_bytes_per_second(value_text(link->value));
  if (rates.link == 0) rates.link = k_usual_link_rate;
  rates.memory = gpu.product.number("memory_bandwidth").value_or(0) * 1e9;
  rates.link_latency = k_copy_latency_seconds;
  if (const auto fitted = vgpu::time_parameters(gpu, knowledge)) {
    rates.memory = fitted->dram_bytes_per_second * fitted->dram_efficiency;
    rates.launch_seconds = fitted->launch_seconds;
  }
  rates.link_latency = std::max(rates.link_latency, rates.launch_seconds);
  return rates;
}

double TransferRates::copy_seconds(const CopyRows& rows) const {
  const double bytes =
      moved_bytes(rows, rows.to_pitch, rows.to_slice) + moved_bytes(rows, rows.from_pitch, rows.from_slice);
  return launch_seconds + seconds_of(bytes, memory);
}

double TransferRates::fill_seconds(const CopyRows& rows) const {
  return launch_seconds + seconds_of(moved_bytes(rows, rows.to_pitch, rows.to_slice), memory);
}

double TransferRates::link_seconds(const CopyRows& rows) const {
  const double bytes =
      std::max(moved_bytes(rows, rows.to_pitch, rows.to_slice), moved_bytes(rows, rows.from_pitch, rows.from_slice));
  return link_latency + seconds_of(bytes, link);
}

}  // namespace whet
