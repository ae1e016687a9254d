#include "hardware/ceilings.h"

#include <initializer_list>

namespace whet {

namespace {

struct Scale {
  std::string_view unit;
  double factor;
};
constexpr Scale k_scales[] = {{"GB/s", 1e9}, {"TFLOPS", 1e12}, {"TOPS", 1e12}};

// The first of the facts that is a single number in a unit known here.
std::optional<Rate> rate_of(const FactSheet& sheet, std::initializer_list<std::string_view> facts) {
  for (const std::string_view name : facts) {
    const Fact* fact = sheet.find(name);
    if (!fact || !fact->number()) continue;
    for (const Scale& scale : k_scales) {
      if (fact->unit == scale.unit) return Rate{*fact->number() * scale.factor, fact->name, fact->source};
    }
  }
  return std::nullopt;
}

std::optional<Rate> measured_rate(const MeasuredCeilings& measured, const std::optional<double>& value,
                                  std::string_view fact) {
  if (!value) return std::nullopt;
  return Rate{*value, std::string(fact), measured.source,
              measured.is_modelled ? RateOrigin::modelled : RateOrigin::measured};
}

std::optional<Rate> highest(std::initializer_list<std::optional<Rate>> rates) {
  std::optional<Rate> best;
  for (const auto& rate : rates) {
    if (rate && (!best || rate->per_second > best->per_second)) best = rate;
  }
  return best;
}

std::optional<Rate> peak_of(const FactSheet& product, Math math) {
  switch (math) {
    case Math::fp64:
      return rate_of(product, {"fp64"});
    case Math::fp64_tensor:
      return rate_of(product, {"fp64_tensor", "fp64_matrix"});
    case Math::fp32:
      return rate_of(product, {"fp32"});
    case Math::tf32_tensor:
      return rate_of(product, {"tf32_tensor"});
    case Math::fp16_tensor:
      return rate_of(product, {"fp16_tensor"});
    case Math::bf16_tensor:
      return rate_of(product, {"bf16_tensor"});
    case Math::fp8_tensor:
      return rate_of(product, {"fp8_tensor"});
    case Math::int8_tensor:
      return rate_of(product, {"int8_tensor"});
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(RateOrigin origin) {
  constexpr std::string_view k_names[] = {"sourced", "measured", "modelled"};
  return k_names[static_cast<size_t>(origin)];
}

std::optional<double> Ceilings::balance(Math math) const {
  if (!dram || !peak(math)) return std::nullopt;
  return peak(math)->per_second / dram->per_second;
}

Ceilings sheet_ceilings(const Gpu& gpu) {
  Ceilings result;
  result.dram = rate_of(gpu.product, {"memory_bandwidth"});
  for (const Math math : k_all_math) result.peaks[static_cast<size_t>(math)] = peak_of(gpu.product, math);
  return result;
}

Ceilings ceilings(const Gpu& gpu) {
  Ceilings result = sheet_ceilings(gpu);
  if (!gpu.measured) return result;
  const MeasuredCeilings& measured = *gpu.measured;
  result.dram_read = measured_rate(measured, measured.dram_read, "memory_bandwidth");
  result.dram_write = measured_rate(measured, measured.dram_write, "memory_bandwidth");
  result.dram_copy = measured_rate(measured, measured.dram_copy, "memory_bandwidth");
  result.l2 = measured_rate(measured, measured.l2, "l2_read_bandwidth");
  result.shared = measured_rate(measured, measured.shared, "shared_bandwidth");
  if (const auto best = highest({result.dram_read, result.dram_write, result.dram_copy})) result.dram = best;
  for (const Math math : k_all_math) {
    if (measured.product(math))
      result.products[static_cast<size_t>(math)] = measured_rate(measured, measured.product(math), math_name(math));
    if (measured.peak(math))
      result.peaks[static_cast<size_t>(math)] = measured_rate(measured, measured.peak(math), math_name(math));
  }
  return result;
}

std::optional<Rate> l2_rate(const Gpu& gpu, const std::vector<Measurement>& measurements) {
  if (const auto own = ceilings(gpu).l2) return own;
  return published_l2_rate(gpu, measurements);
}

std::optional<Rate> published_l2_rate(const Gpu& gpu, const std::vector<Measurement>& measurements) {
  std::optional<Rate> best;
  for (const Measurement& figure : measurements) {
    if (figure.gpu != gpu.product.id || figure.metric != "l2_read_bandwidth" || figure.unit != "GB/s") continue;
    const auto number = figure.number();
    if (number && (!best || *number * 1e9 > best->per_second)) best = Rate{*number * 1e9, figure.metric, figure.source};
  }
  return best;
}

std::optional<Rate> shared_rate(const Gpu& gpu) {
  constexpr double k_mega = 1e6;
  const Fact* const clock = gpu.product.find("boost_clock");
  const auto sms = gpu.product.number("sm_count"), banks = gpu.capability.number("shared_banks"),
             width = gpu.capability.number("shared_bank_width");
  if (!clock || !clock->number() || clock->unit != "MHz" || !sms || !banks || !width) return std::nullopt;
  return Rate{*clock->number() * k_mega * *sms * *banks * *width, "boost_clock", clock->source};
}

}  // namespace whet
