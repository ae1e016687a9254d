#include "judge/process/device_protocol.h"

#include <algorithm>
#include <cstdint>

#include "hardware/gpu.h"

namespace whet {

namespace {

constexpr const char* k_where = "a message between processes";
constexpr size_t k_most_notes = 64;

// Whether the value can be a time or a clock: finite and not negative.
bool is_amount(double value) {
  return value >= 0 && value < 1e12;
}

bool are_amounts(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), is_amount);
}

struct HotCodec {
  using Cache = SamplingPlan::Cache;
  static Json write(Cache cache) { return cache == Cache::hot; }
  static bool read(const Json& json, Cache& cache, std::string&) {
    cache = json.as_bool() && *json.as_bool() ? Cache::hot : Cache::cold;
    return true;
  }
};

using MethodCodec = NumberedCodec<SamplingPlan::Method, SamplingPlan::Method::cupti>;

// The facts that identify a device.
struct NamedFacts {
  std::string name, gpu, capability, architecture;
  bool is_virtual = false;
};

// Samples are sent as columns.
struct SamplingColumns {
  Sampling rest;
  std::vector<double> seconds, clocks, witnesses;
};

}  // namespace

template <>
struct JsonCodec<Extent> {
  static Json write(const Extent& extent) { return Json::Array{extent.x, extent.y, extent.z}; }
  static bool read(const Json& json, Extent& extent, std::string& wrong) {
    std::vector<uint32_t> axes;
    if (!JsonCodec<std::vector<uint32_t>>::read(json, axes, wrong) || axes.size() != 3) return false;
    extent = {axes[0], axes[1], axes[2]};
    return true;
  }
};

template <>
struct Record<NamedFacts> {
  static constexpr auto fields =
      std::tuple(required("name", &NamedFacts::name), required("gpu", &NamedFacts::gpu),
                 required("capability", &NamedFacts::capability), required("architecture", &NamedFacts::architecture),
                 defaulted("virtual", &NamedFacts::is_virtual));
};

template <>
struct Record<LaunchHead> {
  static constexpr auto fields =
      std::tuple(required("module", &LaunchHead::module),
                 required("kernel", [](auto& head) -> auto& { return head.launch.kernel; }),
                 required("grid", [](auto& head) -> auto& { return head.launch.shape.grid; }),
                 required("block", [](auto& head) -> auto& { return head.launch.shape.block; }),
                 required("shared", [](auto& head) -> auto& { return head.launch.shape.dynamic_shared_bytes; }),
                 defaulted("cooperative", [](auto& head) -> auto& { return head.launch.shape.cooperative; }),
                 sparse("cluster", [](auto& head) -> auto& { return head.launch.shape.cluster; }),
                 required("arguments", &LaunchHead::arguments));
};

template <>
struct Record<SamplingPlan::Reset> {
  using Reset = SamplingPlan::Reset;
  static constexpr auto fields =
      std::tuple(required("set", &Reset::set), required("to", &Reset::to), required("bytes", &Reset::bytes),
                 required("from", &Reset::from), required("value", &Reset::value));
  static std::string refused(const Reset& reset) { return reset.set < 0 ? "set" : ""; }
};

template <>
struct Record<SamplingPlan> {
  static constexpr auto fields =
      std::tuple(defaulted<HotCodec>("hot", &SamplingPlan::cache),
                 required<MethodCodec>("method", &SamplingPlan::method), required("warm_ups", &SamplingPlan::warm_ups),
                 required("samples", &SamplingPlan::samples), required("limit_seconds", &SamplingPlan::limit_seconds),
                 required("sets", &SamplingPlan::sets), required("first_set", &SamplingPlan::first_set),
                 required("unroll", &SamplingPlan::unroll), defaulted("witness", &SamplingPlan::witness),
                 defaulted("observe", &SamplingPlan::observe), required("resets", &SamplingPlan::resets));
  static std::string refused(const SamplingPlan& plan) {
    const bool counts = plan.warm_ups >= 0 && plan.samples >= 0 && plan.sets >= 0 && plan.first_set >= 0;
    return counts && plan.unroll >= 0 ? "" : "samples";
  }
};

template <>
struct Record<GpuCondition> {
  static constexpr auto fields =
      std::tuple(defaulted("known", &GpuCondition::known), defaulted("sm_clock_hz", &GpuCondition::sm_clock_hz),
                 defaulted("memory_clock_hz", &GpuCondition::memory_clock_hz),
                 defaulted("power_watts", &GpuCondition::power_watts),
                 defaulted("power_limit_watts", &GpuCondition::power_limit_watts),
                 defaulted("temperature_celsius", &GpuCondition::temperature_celsius),
                 defaulted("utilization", &GpuCondition::utilization), defaulted("slowed_by", &GpuCondition::slowed_by),
                 defaulted("other_owners", &GpuCondition::other_owners));
};

template <>
struct Record<SamplingColumns> {
  using Columns = SamplingColumns;
  static constexpr auto fields = std::tuple(
      required("seconds", &Columns::seconds), required("clocks", &Columns::clocks),
      required("witnesses", &Columns::witnesses), required("low", [](auto& c) -> auto& { return c.rest.low_seconds; }),
      required("high", [](auto& c) -> auto& { return c.rest.high_seconds; }),
      required("order_error", [](auto& c) -> auto& { return c.rest.order_error; }),
      required("origin", [](auto& c) -> auto& { return c.rest.origin; }),
      required("unrolled", [](auto& c) -> auto& { return c.rest.unrolled; }),
      required("discarded", [](auto& c) -> auto& { return c.rest.discarded; }),
      required("empty_seconds", [](auto& c) -> auto& { return c.rest.empty_seconds; }),
      defaulted("before", [](auto& c) -> auto& { return c.rest.before; }),
      defaulted("after", [](auto& c) -> auto& { return c.rest.after; }),
      required("notes", [](auto& c) -> auto& { return c.rest.notes; }));
  static std::string refused(const Columns& columns) {
    const Sampling& rest = columns.rest;
    const bool even =
        columns.seconds.size() == columns.clocks.size() && columns.seconds.size() == columns.witnesses.size();
    if (!even || !are_amounts(columns.seconds) || !are_amounts(columns.clocks) || !are_amounts(columns.witnesses))
      return "seconds";
    if (!are_amounts({rest.low_seconds, rest.high_seconds, rest.order_error, rest.empty_seconds})) return "low";
    if (rest.unrolled < 0 || rest.discarded < 0) return "unrolled";
    return rest.order_error > 1 || rest.notes.size() > k_most_notes ? "order_error" : "";
  }
};

template <>
struct Record<Time> {
  static constexpr auto fields = std::tuple(required("seconds", &Time::seconds), required("low", &Time::low_seconds),
                                            required("high", &Time::high_seconds), required("origin", &Time::origin));
  static std::string refused(const Time& time) {
    return are_amounts({time.seconds, time.low_seconds, time.high_seconds}) ? "" : "seconds";
  }
};

template <>
struct Record<Metric> {
  static constexpr auto fields = std::tuple(required("name", &Metric::name), required("value", &Metric::value),
                                            required("origin", &Metric::origin));
};

Json to_json(const DeviceFacts& facts) {
  return record_json(NamedFacts{facts.name, facts.gpu.product.name, facts.gpu.capability.id, facts.architecture.name(),
                                facts.is_virtual});
}

Result<DeviceFacts> facts_from(const Json& json, const Knowledge& knowledge) {
  const Hardware hardware(knowledge);
  TRY(named, read_record<NamedFacts>(json, k_where));
  const auto architecture = parse_architecture(named.architecture);
  if (!architecture) return lacks_member("architecture");
  DeviceFacts facts;
  facts.name = named.name;
  facts.architecture = *architecture;
  facts.is_virtual = named.is_virtual;
  if (auto known = hardware.gpu(named.gpu)) {
    facts.gpu = std::move(known).value();
  } else {
    TRY(sheet, hardware.capability(named.capability));
    facts.gpu.capability = std::move(sheet);
    facts.gpu.product.name = named.gpu;
  }
  return facts;
}

Json to_json(const Launch& launch, uint64_t module) {
  LaunchHead head{module, launch.arguments.size(), {}};
  head.launch.kernel = launch.kernel;
  head.launch.shape = launch.shape;
  return record_json(head);
}

Result<LaunchHead> launch_from(const Json& json) {
  return read_record<LaunchHead>(json, k_where);
}

Json to_json(const SamplingPlan& plan) {
  return record_json(plan);
}

Result<SamplingPlan> plan_from(const Json& json) {
  return read_record<SamplingPlan>(json, k_where);
}

Json to_json(const Sampling& sampling) {
  SamplingColumns columns{sampling, {}, {}, {}};
  for (const Sample& sample : sampling.samples) {
    columns.seconds.push_back(sample.seconds);
    columns.clocks.push_back(sample.sm_clock_hz);
    columns.witnesses.push_back(sample.witness_seconds);
  }
  return record_json(columns);
}

Result<Sampling> sampling_from(const Json& json) {
  TRY(columns, read_record<SamplingColumns>(json, k_where));
  Sampling sampling = std::move(columns.rest);
  for (std::string& note : sampling.notes) note = shown_text(note);
  for (size_t i = 0; i < columns.seconds.size(); ++i)
    sampling.samples.push_back({columns.seconds[i], columns.clocks[i], columns.witnesses[i]});
  return sampling;
}

bool JsonCodec<Sampling>::read(const Json& json, Sampling& sampling, std::string&) {
  auto found = sampling_from(json);
  if (found) sampling = std::move(*found);
  return found.ok();
}

Json to_json(const Time& time) {
  return record_json(time);
}

Result<Time> time_from(const Json& json) {
  return read_record<Time>(json, k_where);
}

Json to_json(const Metric& metric) {
  return record_json(metric);
}

Result<Metric> metric_from(const Json& json) {
  return read_record<Metric>(json, k_where);
}

}  // namespace whet
