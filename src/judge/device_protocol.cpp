#include "judge/device_protocol.h"

#include "hardware/gpu.h"

namespace whet {

namespace {

constexpr std::string_view k_kinds[] = {"bad_input", "missing", "failed", "bug"};

Error without(std::string_view name) {
  return bad_input("`" + std::string(name) + "` is missing or of the wrong type", "a message between processes");
}

Json to_json(const Extent& extent) {
  return Json::Array{extent.x, extent.y, extent.z};
}

Result<Extent> extent_from(const Json& json, std::string_view name) {
  TRY(axes, list_member(json, name));
  if (axes->size() != 3) return without(name);
  uint32_t values[3];
  for (size_t i = 0; i < 3; ++i) {
    const int64_t* axis = (*axes)[i].as_integer();
    if (!axis || *axis < 0 || *axis > UINT32_MAX) return without(name);
    values[i] = static_cast<uint32_t>(*axis);
  }
  return Extent{values[0], values[1], values[2]};
}

Result<Origin> origin_from(const Json& json) {
  TRY(name, text_member(json, "origin"));
  for (const Origin origin : {Origin::measured, Origin::counted, Origin::modelled, Origin::declared, Origin::sourced}) {
    if (name == name_of(origin)) return origin;
  }
  return without("origin");
}

}  // namespace

Result<uint64_t> whole_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  const int64_t* value = member ? member->as_integer() : nullptr;
  if (!value || *value < 0) return without(name);
  return static_cast<uint64_t>(*value);
}

Result<double> number_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  const auto value = member ? member->as_number() : std::nullopt;
  if (!value) return without(name);
  return *value;
}

Result<std::string> text_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  if (!member || !member->as_string()) return without(name);
  return *member->as_string();
}

bool flag_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  return member && member->as_bool() && *member->as_bool();
}

Result<const Json::Array*> list_member(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  if (!member || !member->as_array()) return without(name);
  return member->as_array();
}

Json to_json(const Error& error) {
  Json json = Json::object();
  json["kind"] = k_kinds[static_cast<size_t>(error.kind)];
  json["what"] = error.what;
  json["where"] = error.where;
  json["mend"] = error.mend;
  json["details"] = error.details;
  return json;
}

Error error_from(const Json& json) {
  const auto text = [&](std::string_view name) {
    auto found = text_member(json, name);
    return found ? std::move(found).value() : std::string();
  };
  Error error{ErrorKind::failed, text("what"), text("where"), text("mend"), text("details")};
  const std::string kind = text("kind");
  for (size_t i = 0; i < std::size(k_kinds); ++i) {
    if (kind == k_kinds[i]) error.kind = static_cast<ErrorKind>(i);
  }
  return error;
}

Json to_json(const DeviceFacts& facts) {
  Json json = Json::object();
  json["name"] = facts.name;
  json["gpu"] = facts.gpu.product.name;
  json["capability"] = facts.gpu.capability.id;
  json["architecture"] = facts.architecture.name();
  json["virtual"] = facts.is_virtual;
  return json;
}

Result<DeviceFacts> facts_from(const Json& json, const Knowledge& knowledge) {
  const Hardware hardware(knowledge);
  DeviceFacts facts;
  TRY(name, text_member(json, "name"));
  TRY(gpu, text_member(json, "gpu"));
  TRY(capability, text_member(json, "capability"));
  TRY(architecture, text_member(json, "architecture"));
  const auto parsed = parse_architecture(architecture);
  if (!parsed) return without("architecture");
  facts.name = name;
  facts.architecture = *parsed;
  facts.is_virtual = flag_member(json, "virtual");
  if (auto known = hardware.gpu(gpu)) {
    facts.gpu = std::move(known).value();
  } else {
    TRY(sheet, hardware.capability(capability));
    facts.gpu.capability = std::move(sheet);
    facts.gpu.product.name = gpu;
  }
  return facts;
}

Json to_json(const Launch& launch, uint64_t module) {
  Json json = Json::object();
  json["module"] = module;
  json["kernel"] = launch.kernel;
  json["grid"] = to_json(launch.shape.grid);
  json["block"] = to_json(launch.shape.block);
  json["shared"] = launch.shape.dynamic_shared_bytes;
  json["cooperative"] = launch.shape.cooperative;
  json["arguments"] = launch.arguments.size();
  return json;
}

Result<LaunchHead> launch_from(const Json& json) {
  LaunchHead head;
  TRY(module, whole_member(json, "module"));
  TRY(kernel, text_member(json, "kernel"));
  TRY(grid, extent_from(json, "grid"));
  TRY(block, extent_from(json, "block"));
  TRY(shared, whole_member(json, "shared"));
  TRY(arguments, whole_member(json, "arguments"));
  head.module = module;
  head.arguments = arguments;
  head.launch.kernel = std::move(kernel);
  head.launch.shape = {grid, block, shared, flag_member(json, "cooperative")};
  return head;
}

Json to_json(const SamplingPlan& plan) {
  Json json = Json::object();
  json["hot"] = plan.cache == SamplingPlan::Cache::hot;
  json["warm_ups"] = plan.warm_ups;
  json["samples"] = plan.samples;
  json["limit_seconds"] = plan.limit_seconds;
  return json;
}

Result<SamplingPlan> plan_from(const Json& json) {
  TRY(warm_ups, whole_member(json, "warm_ups"));
  TRY(samples, whole_member(json, "samples"));
  TRY(limit, number_member(json, "limit_seconds"));
  SamplingPlan plan;
  plan.cache = flag_member(json, "hot") ? SamplingPlan::Cache::hot : SamplingPlan::Cache::cold;
  plan.warm_ups = static_cast<int>(warm_ups);
  plan.samples = static_cast<int>(samples);
  plan.limit_seconds = limit;
  return plan;
}

Json to_json(const Sampling& sampling) {
  Json json = Json::object();
  json["seconds"] = json_array(sampling.samples, [](const Sample& sample) { return Json(sample.seconds); });
  json["clocks"] = json_array(sampling.samples, [](const Sample& sample) { return Json(sample.sm_clock_hz); });
  json["low"] = sampling.low_seconds;
  json["high"] = sampling.high_seconds;
  json["origin"] = name_of(sampling.origin);
  return json;
}

Result<Sampling> sampling_from(const Json& json) {
  TRY(seconds, list_member(json, "seconds"));
  TRY(clocks, list_member(json, "clocks"));
  TRY(low, number_member(json, "low"));
  TRY(high, number_member(json, "high"));
  TRY(origin, origin_from(json));
  if (seconds->size() != clocks->size()) return without("clocks");
  Sampling sampling{{}, low, high, origin};
  for (size_t i = 0; i < seconds->size(); ++i) {
    const auto time = (*seconds)[i].as_number(), clock = (*clocks)[i].as_number();
    if (!time || !clock) return without("seconds");
    sampling.samples.push_back({*time, *clock});
  }
  return sampling;
}

Json to_json(const Time& time) {
  Json json = Json::object();
  json["seconds"] = time.seconds;
  json["low"] = time.low_seconds;
  json["high"] = time.high_seconds;
  json["origin"] = name_of(time.origin);
  return json;
}

Result<Time> time_from(const Json& json) {
  TRY(seconds, number_member(json, "seconds"));
  TRY(low, number_member(json, "low"));
  TRY(high, number_member(json, "high"));
  TRY(origin, origin_from(json));
  return Time{seconds, low, high, origin};
}

Json to_json(const Metric& metric) {
  Json json = Json::object();
  json["name"] = metric.name;
  json["value"] = metric.value;
  json["origin"] = name_of(metric.origin);
  return json;
}

Result<Metric> metric_from(const Json& json) {
  TRY(name, text_member(json, "name"));
  TRY(value, number_member(json, "value"));
  TRY(origin, origin_from(json));
  return Metric{std::move(name), value, origin};
}

}  // namespace whet
