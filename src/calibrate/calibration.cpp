#include "calibrate/calibration.h"

#include <algorithm>
#include <cmath>

#include "calibrate/product_id.h"
#include "device/vendor_product.h"
#include "util/text/record.h"

namespace whet {

namespace {

constexpr int64_t k_schema = 1;
constexpr const char* k_make_anew = "delete the file, or run `whet calibrate` for this device again";

}  // namespace

template <>
inline constexpr ProbeUnit k_last_value<ProbeUnit> = ProbeUnit::seconds;
template <>
inline constexpr FigureStatus k_last_value<FigureStatus> = FigureStatus::failed;

template <>
struct Record<DeviceIdentity> {
  using T = DeviceIdentity;
  static constexpr auto fields = std::tuple(
      required("name", &T::name), defaulted("uuid", &T::uuid), defaulted("driver", &T::driver),
      defaulted("cuda", &T::cuda), defaulted("max_sm_clock_hz", &T::max_sm_clock_hz),
      defaulted("set_sm_clock_hz", &T::set_sm_clock_hz), defaulted("power_limit_watts", &T::power_limit_watts));
};

template <>
struct Record<ProbePoint> {
  using T = ProbePoint;
  static constexpr auto fields = std::tuple(required("bytes", &T::bytes), required("value", &T::value));
};

template <>
struct Record<ProbeFigure> {
  using T = ProbeFigure;
  static constexpr auto fields =
      std::tuple(required("id", &T::id), required("title", &T::title), required("unit", &T::unit),
                 required("value", &T::value), required("low", &T::low), required("high", &T::high),
                 required("samples", &T::samples), required("status", &T::status), sparse("why", &T::why),
                 defaulted("sm_clock_hz", &T::sm_clock_hz), sparse("points", &T::points));
  // A figure that is used must be a number above 0 between its quartiles.
  static std::string refused(const ProbeFigure& figure) {
    if (!figure.good()) return "";
    const bool sane = std::isfinite(figure.value) && figure.value > 0 && figure.low > 0 && figure.low <= figure.value &&
                      figure.value <= figure.high && std::isfinite(figure.high);
    return sane ? "" : "value";
  }
};

template <>
struct Record<CalibrationState> {
  using T = CalibrationState;
  static constexpr auto fields =
      std::tuple(defaulted("sm_clock_hz", &T::sm_clock_hz), defaulted("memory_clock_hz", &T::memory_clock_hz),
                 defaulted("power_watts", &T::power_watts), defaulted("temperature_celsius", &T::temperature_celsius));
};

template <>
struct Record<Calibration> {
  using T = Calibration;
  static constexpr auto fields = std::tuple(
      required("device", &T::device), required("product", &T::product), required("architecture", &T::architecture),
      defaulted("compiler", &T::compiler), required("date", &T::date), required("virtual", &T::is_virtual),
      defaulted("seconds", &T::seconds), defaulted("sm_clock_hz", &T::sm_clock_hz), defaulted("before", &T::before),
      defaulted("after", &T::after), required("figures", &T::figures), defaulted("left_out", &T::left_out));
};

std::string_view name_of(ProbeUnit unit) {
  constexpr std::string_view k_names[] = {"B/s", "op/s", "s"};
  return k_names[static_cast<size_t>(unit)];
}

std::string_view name_of(FigureStatus status) {
  constexpr std::string_view k_names[] = {"good", "varies", "slowed", "implausible", "failed"};
  return k_names[static_cast<size_t>(status)];
}

const ProbeFigure* Calibration::find(std::string_view id) const {
  const auto found = std::find_if(figures.begin(), figures.end(), [&](const auto& each) { return each.id == id; });
  return found == figures.end() ? nullptr : &*found;
}

MeasuredCeilings Calibration::ceilings() const {
  MeasuredCeilings found;
  found.source = "whet calibrate, " + date;
  found.is_modelled = is_virtual;
  found.sm_clock_hz = sm_clock_hz;
  const auto take = [&](std::optional<double>& to, std::string_view id) {
    if (const ProbeFigure* const figure = find(id); figure && figure->good()) to = figure->value;
  };
  take(found.dram_read, "dram_read");
  take(found.dram_write, "dram_write");
  take(found.dram_copy, "dram_copy");
  take(found.l2, "l2");
  take(found.shared, "shared");
  take(found.launch_seconds, "launch");
  take(found.peak(Math::fp32), "fp32");
  take(found.peak(Math::fp64), "fp64");
  // By the instruction that uses the tensor cores fully: the other figures are what mma.sync reaches.
  take(found.peak(Math::fp16_tensor), "tensor_fp16");
  take(found.peak(Math::bf16_tensor), "tensor_bf16");
  take(found.peak(Math::tf32_tensor), "tensor_tf32");
  take(found.peak(Math::int8_tensor), "tensor_int8");
  take(found.peak(Math::fp8_tensor), "tensor_fp8");
  for (const Math math : VendorProduct::k_kinds) take(found.product(math), product_id(math));
  return found;
}

Json calibration_json(const Calibration& calibration) {
  Json json = Json::object();
  json["schema"] = k_schema;
  const Json content = record_json(calibration);
  for (const auto& [name, value] : *content.as_object()) json[name] = value;
  return json;
}

Result<Calibration> read_calibration(std::string_view text, const std::string& file) {
  const auto refuse = [&](Error error) {
    if (!error.where.starts_with(file)) error.where = error.where.empty() ? file : file + ", " + error.where;
    error.mend = k_make_anew;
    return error;
  };
  auto json = Json::parse(text);
  if (!json) return refuse(json.error());
  const Json* const schema = json->find("schema");
  if (!schema || !schema->as_integer()) return refuse(bad_input("`schema` is missing or of the wrong type", file));
  if (*schema->as_integer() != k_schema)
    return refuse(bad_input(
        "`schema` is " + std::to_string(*schema->as_integer()) + ", and this whet reads " + std::to_string(k_schema),
        file));
  auto read = read_record<Calibration>(*json, file);
  if (!read) return refuse(read.error());
  return read;
}

}  // namespace whet
