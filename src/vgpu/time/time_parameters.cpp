// The rates of a GPU for the time model, each from its best source: see time_model.h.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "hardware/measurement.h"
#include "util/hash.h"
#include "vgpu/time/calibration.h"

namespace whet::vgpu {

namespace {

constexpr double k_mega = 1e6, k_giga = 1e9, k_tera = 1e12;
constexpr double k_stand_in_error = 2;  // factor on the error range for a GPU that was not measured

Result<double> needed(const FactSheet& sheet, std::string_view fact) {
  if (const auto number = sheet.number(fact)) return *number;
  Error error = bad_input(
      fmt::format("the time model needs `{}` of {}, which its sheet does not have as one number", fact, sheet.name));
  error.mend = fmt::format("add [{}] with its source to the sheet", fact);
  return error;
}

struct RateRow {
  double TimeParameters::* member;
  std::string_view fact;  // name in the capability's sheet; per clock and SM
  double results;         // per instruction of a lane
  double usual;           // for capabilities whose sheet does not have the fact
};

constexpr RateRow k_rates[] = {
    {&TimeParameters::fp32, "thr_fp32", 1, 128},
    {&TimeParameters::int32, "thr_int32_add", 1, 64},
    {&TimeParameters::int_multiply, "thr_int32_mad", 1, 64},
    {&TimeParameters::fp64, "thr_fp64", 1, 2},
    {&TimeParameters::fp16, "thr_fp16x2", 2, 64},
    {&TimeParameters::special, "thr_sfu", 1, 16},
    {&TimeParameters::lsu, "thr_lsu", 1, 32},
};

struct TensorRow {
  double TimeParameters::* member;
  std::string_view fact;     // name in the capability's sheet; multiply-adds per clock and SM
  std::string_view product;  // name in the product's sheet; TFLOPS or TOPS
};

constexpr TensorRow k_tensor[] = {
    {&TimeParameters::tensor_f16, "tensor_fp16", "fp16_tensor"},
    {&TimeParameters::tensor_tf32, "tensor_tf32", "tf32_tensor"},
    {&TimeParameters::tensor_f8, "tensor_fp8", "fp8_tensor"},
    {&TimeParameters::tensor_i8, "tensor_int8", "int8_tensor"},
    {&TimeParameters::tensor_f64, "tensor_fp64", "fp64_tensor"},
};

void set_rates(const Gpu& gpu, TimeParameters& p) {
  for (const RateRow& row : k_rates) {
    const auto number = gpu.capability.number(row.fact);
    p.*row.member = number ? *number / row.results : row.usual;
  }
  for (const TensorRow& row : k_tensor) {
    const auto peak = gpu.product.number(row.product);
    const auto known = gpu.capability.number(row.fact);
    p.*row.member = known ? *known : peak ? *peak * k_tera / (2 * p.sms * p.clock_hz) : 0;
  }
}

struct MeasuredRow {
  std::string_view metric;
  double TimeParameters::* member;
  double scale;
};

constexpr MeasuredRow k_latencies[] = {
    {"l1_hit_latency", &TimeParameters::l1_latency, 1},
    {"l2_hit_latency", &TimeParameters::l2_latency, 1},
    {"dram_latency", &TimeParameters::dram_latency, 1},
};

std::optional<double> measured(const std::vector<Measurement>& figures, std::string_view gpu, std::string_view metric) {
  for (const Measurement& figure : figures) {
    if (figure.gpu == gpu && figure.metric == metric) return figure.number();
  }
  return std::nullopt;
}

// L2 bytes per clock and SM of the H200, for GPUs whose L2 was not measured.
constexpr double k_l2_bytes_per_clock = 9885e9 / (132 * 1980e6);

}  // namespace

Result<TimeParameters> time_parameters(const Gpu& gpu, const Knowledge& knowledge) {
  TimeParameters p;
  p.gpu = gpu.product.id;
  TRY(sms, needed(gpu.product, "sm_count"));
  TRY(clock, needed(gpu.product, "boost_clock"));
  TRY(bandwidth, needed(gpu.product, "memory_bandwidth"));
  p.sms = sms;
  p.clock_hz = clock * k_mega;
  p.dram_bytes_per_second = bandwidth * k_giga;
  p.issue_per_clock = gpu.capability.number("sub_partitions_per_sm").value_or(4);
  set_rates(gpu, p);
  const CalibrationChoice choice = calibration_for(gpu.product.id, knowledge);
  TRY(text, knowledge.read(choice.path));
  TRY_VOID(apply_calibration(text, choice.path, p));
  p.calibrated_on = choice.gpu;
  TRY(figures, Hardware(knowledge).measurements());
  const double usual_l2 = k_l2_bytes_per_clock * p.sms * p.clock_hz / k_giga;
  p.l2_bytes_per_second = measured(figures, p.gpu, "l2_read_bandwidth").value_or(usual_l2) * k_giga;
  if (choice.gpu != p.gpu) {
    p.relative_error *= k_stand_in_error;
    p.order_error *= k_stand_in_error;
    if (!gpu.capability.id.starts_with("9.")) p.mma_efficiency = 1;
    for (const MeasuredRow& row : k_latencies)
      p.*row.member = measured(figures, p.gpu, row.metric).value_or(p.*row.member);
  }
  TRY(expansions, load_expansions(knowledge));
  p.expansions = std::move(expansions);
  return p;
}

std::string model_digest(const TimeParameters& p) {
  std::string text = fmt::format("{} {} {} {} {} {}", p.gpu, p.sms, p.clock_hz, p.issue_per_clock,
                                 p.l2_bytes_per_second, p.dram_bytes_per_second);
  for (const RateRow& row : k_rates) text += fmt::format(" {}", p.*row.member);
  for (const TensorRow& row : k_tensor) text += fmt::format(" {}", p.*row.member);
  for (const CalibratedConstant& constant : k_calibrated) text += fmt::format(" {}", p.*constant.member);
  constexpr size_t k_digits = 8;
  return sha256_hex(text).substr(0, k_digits);
}

}  // namespace whet::vgpu
