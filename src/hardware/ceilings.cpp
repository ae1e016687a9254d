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

std::string_view math_name(Math math) {
  switch (math) {
    case Math::fp64:
      return "fp64";
    case Math::fp64_tensor:
      return "fp64 tensor";
    case Math::fp32:
      return "fp32";
    case Math::tf32_tensor:
      return "tf32 tensor";
    case Math::fp16_tensor:
      return "fp16 tensor";
    case Math::bf16_tensor:
      return "bf16 tensor";
    case Math::fp8_tensor:
      return "fp8 tensor";
    case Math::int8_tensor:
      return "int8 tensor";
  }
  return "";
}

std::optional<double> Ceilings::balance(Math math) const {
  if (!dram || !peak(math)) return std::nullopt;
  return peak(math)->per_second / dram->per_second;
}

Ceilings ceilings(const Gpu& gpu) {
  Ceilings result;
  result.dram = rate_of(gpu.product, {"memory_bandwidth"});
  for (const Math math : k_all_math) result.peaks[static_cast<size_t>(math)] = peak_of(gpu.product, math);
  return result;
}

std::optional<Rate> l2_rate(const Gpu& gpu, const std::vector<Measurement>& measurements) {
  std::optional<Rate> best;
  for (const Measurement& figure : measurements) {
    if (figure.gpu != gpu.product.id || figure.metric != "l2_read_bandwidth" || figure.unit != "GB/s") continue;
    const auto number = figure.number();
    if (number && (!best || *number * 1e9 > best->per_second)) best = Rate{*number * 1e9, figure.metric, figure.source};
  }
  return best;
}

}  // namespace whet
