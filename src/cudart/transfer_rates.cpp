#include "cudart/transfer_rates.h"

#include <cstdio>
#include <string>

namespace whet::cudart {

namespace {

struct Generation {
  int number;
  double transfers;  // a second on one lane, one bit each
};
constexpr Generation k_generations[] = {{3, 8e9}, {4, 16e9}, {5, 32e9}};

double seconds(double bytes, double rate) {
  return rate > 0 ? bytes / rate : 0;
}

}  // namespace

double pcie_bytes_per_second(std::string_view link) {
  int number = 0, minor = 0, lanes = 0;
  if (std::sscanf(std::string(link).c_str(), "PCIe %d.%d x%d", &number, &minor, &lanes) != 3) return 0;
  for (const Generation& generation : k_generations) {
    if (generation.number == number) return generation.transfers * lanes * 128 / 130 / 8;
  }
  return 0;
}

TransferRates transfer_rates(const Gpu& gpu) {
  TransferRates rates;
  const Fact* const link = gpu.product.find("pcie");
  if (link && link->known()) rates.link = pcie_bytes_per_second(value_text(link->value));
  rates.memory = gpu.product.number("memory_bandwidth").value_or(0) * 1e9;
  return rates;
}

double TransferRates::copy_seconds(Direction direction, uint64_t bytes) const {
  const auto count = static_cast<double>(bytes);
  if (direction == Direction::on_host) return 0;
  return direction == Direction::on_device ? seconds(2 * count, memory) : seconds(count, link);
}

double TransferRates::fill_seconds(uint64_t bytes) const {
  return seconds(static_cast<double>(bytes), memory);
}

}  // namespace whet::cudart
